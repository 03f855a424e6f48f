;;; dap-mode.el --- a session driven by emacs' dap-mode  -*- lexical-binding: t -*-

;; emacs --batch -l dap-mode.el PROGRAM SOURCE SETTINGS

(require 'package)
(package-initialize)
(require 'dap-mode)
;; dap-mode uses variables from dap-ui without loading it.
(require 'dap-ui)

(defvar crownhead-program (pop command-line-args-left))
(defvar crownhead-source (pop command-line-args-left))
(load (pop command-line-args-left))
(defvar crownhead-stops 0)

(setq dap-auto-configure-features nil
      dap-auto-show-output nil
      lsp-session-file (make-temp-name "/tmp/lsp-session-")
      dap-breakpoints-file (make-temp-name "/tmp/dap-breakpoints-"))

(defun crownhead-wait (what test)
  "Wait until TEST returns a value; WHAT is for the error."
  (let ((turns 0) (value nil))
    (while (not (setq value (funcall test)))
      (when (> (setq turns (1+ turns)) 600)
        (error "No answer: %s" what))
      (accept-process-output nil 0.1))
    value))

(defun crownhead-line ()
  "The line of the innermost frame."
  (let ((answer nil))
    (dap--send-message
     (dap--make-request "stackTrace" (list :threadId 1))
     (lambda (response) (setq answer response))
     (dap--cur-session))
    (crownhead-wait "stackTrace" (lambda () answer))
    (gethash "line" (elt (gethash "stackFrames" (gethash "body" answer)) 0))))

(defun crownhead-ask (command &rest arguments)
  "Send COMMAND and wait for its response."
  (let ((answer nil))
    (dap--send-message (dap--make-request command arguments)
                       (lambda (response) (setq answer response))
                       (dap--cur-session))
    (crownhead-wait command (lambda () answer))
    (unless (eq t (gethash "success" answer))
      (error "%s: %s" command (gethash "message" answer)))
    (gethash "body" answer)))

;; `dap-stopped-hook' runs only if no thread was stopped before; this hook runs on every stop.
(add-hook 'dap-stack-frame-changed-hook
          (lambda (session)
            (when (and session (dap--debug-session-active-frame session))
              (setq crownhead-stops (1+ crownhead-stops)))))

(defun crownhead-step (step line)
  "Run STEP (a dap-mode command or a request name) and check that it stops at LINE."
  (let ((before crownhead-stops))
    (if (stringp step)
        (crownhead-ask step :threadId 1)
      (call-interactively step))
    (crownhead-wait (format "a stop after %s" step) (lambda () (> crownhead-stops before)))
    (let ((found (crownhead-line)))
      (unless (equal found line)
        (error "%s ends at line %s instead of %s" step found line)))))

(find-file crownhead-source)
(goto-char (point-min))
(search-forward "jsr Move")
(defvar crownhead-call (line-number-at-pos))
(save-excursion
  (search-forward "lda #$f0")
  (defvar crownhead-move (line-number-at-pos)))
(dap-breakpoint-add)
;; Starts the configuration from the settings, as M-x dap-debug does.
(dap-debug (cdr (assoc "Crownhead: this source" dap-debug-template-configurations)))
(crownhead-wait "entry" (lambda () (> crownhead-stops 0)))
(crownhead-step #'dap-continue crownhead-call)
(crownhead-step #'dap-step-in crownhead-move)
(crownhead-step #'dap-next (1+ crownhead-move))
(crownhead-step "stepBack" crownhead-move)
(crownhead-step "reverseContinue" crownhead-call)
(let ((scopes (gethash "scopes" (crownhead-ask "scopes" :frameId 0))))
  (unless (> (length scopes) 5) (error "Scopes are missing")))
(crownhead-ask "evaluate" :expression "[shape]" :context "watch")
(crownhead-ask "disconnect")
(princ "dap-mode: session done\n")
(kill-emacs 0)
;;; dap-mode.el ends here
