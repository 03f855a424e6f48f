;;; eglot.el --- Drives the server from Emacs with eglot -*- lexical-binding: t -*-

;; Run `emacs -Q --batch -l eglot.el' in a copy of the project beside this file.

(require 'package)
(setq package-user-dir (expand-file-name "elpa" (getenv "HOME")))
(package-initialize)
(let ((default-directory "/usr/share/emacs/site-lisp/"))
  (when (file-directory-p default-directory)
    (normal-top-level-add-subdirs-to-load-path)))
(add-to-list 'load-path (expand-file-name "emacs" (getenv "EDITORS")))
(unless (require 'eglot nil t)
  (message "This Emacs has no eglot; apt-get install elpa-eglot")
  (kill-emacs 1))
(require 'xref)
(require 'crownhead)
(setq crownhead-program (getenv "CROWNHEAD")
      eglot-sync-connect 20
      eglot-send-changes-idle-time 0.1
      make-backup-files nil)

(defun check (name truth &optional shown)
  "Report NAME; unless TRUTH, print SHOWN and exit with a failure."
  (if truth
      (message "ok %s" name)
    (message "failed: %s %S" name shown)
    (kill-emacs 1)))

(defun wait (what)
  "Wait up to 20 seconds until WHAT is true."
  (let ((end (+ (float-time) 20)))
    (while (and (not (funcall what)) (< (float-time) end))
      (accept-process-output nil 0.1))
    (funcall what)))

(defun at (piece further)
  "Go to the start of PIECE, then move FURTHER characters to the right."
  (goto-char (point-min))
  (search-forward piece)
  (goto-char (+ (match-beginning 0) further)))

(defun ask (method)
  "Send METHOD to the server with the position of point, and return the answer."
  (jsonrpc-request (eglot--current-server-or-lose) method (eglot--TextDocumentPositionParams)))

(find-file "bank0.asm")
(check "the mode" (eq major-mode 'crownhead-mode) major-mode)
(apply #'eglot (append (eglot--guess-contact) '()))
(check "the server is attached" (eglot-current-server))

(at "lda Ship,y" 5)
(let ((found (xref-backend-definitions 'eglot (xref-backend-identifier-at-point 'eglot))))
  (check "definition" (= 28 (xref-location-line (xref-item-location (car found)))) found))

(at "sta GRP0" 5)
(let ((hover (ask :textDocument/hover)))
  (check "hover" (string-match-p "8 pixels of player 0" (format "%S" hover)) hover))

(at "STORE 2, VSYNC" 9)
(let ((help (ask :textDocument/signatureHelp)))
  (check "signature help" (string-match-p "STORE {1}, {2}" (format "%S" help)) help))

(at "bpl .ship" 6)
(let ((eglot-confirm-server-initiated-edits nil))
  (eglot-rename ".row"))
(goto-char (point-min))
(check "rename" (and (search-forward ".row " nil t) (search-forward "bpl .row" nil t))
       (buffer-string))

(goto-char (point-min))
(search-forward "lda Ship,y")
(replace-match "lda Shep,y" t)
(eglot--signal-textDocument/didChange)
(defun faults ()
  "The diagnostics of flymake."
  (flymake-start)
  (flymake-diagnostics))
(check "diagnostics" (wait (lambda () (= 1 (length (faults))))) (faults))
(goto-char (point-min))
(search-forward "lda Shep,y")
(replace-match "\tlda\tShip,y" t)
(eglot--signal-textDocument/didChange)
(check "no diagnostics" (wait (lambda () (null (faults)))) (faults))

(eglot-format-buffer)
(goto-char (point-min))
(check "formatting" (re-search-forward "^        lda Ship,y$" nil t) (buffer-string))
(set-buffer-modified-p nil)
(eglot-shutdown (eglot-current-server))
(kill-emacs 0)
