;;; crownhead.el --- Crownhead's language server and debugger in Emacs -*- lexical-binding: t -*-

;; For Emacs 26.3 and later, with eglot (built in since Emacs 29). Put this file on the `load-path'
;; and (require 'crownhead) in the init file. The mode is used for .asm, .a65 and .dasm files.
;; M-x eglot starts the server; (add-hook 'crownhead-mode-hook #'eglot-ensure) starts it
;; automatically.

;; With dap-mode, M-x dap-debug with the entry "Crownhead: this source" debugs the open file.

(require 'asm-mode)

(defgroup crownhead nil
  "Sources for the Atari 2600 in the dialect of dasm."
  :group 'languages)

(defcustom crownhead-program "crownhead"
  "The path to the program crownhead."
  :type 'string)

(defcustom crownhead-kernel-frame nil
  "The number of the frame in which to show the slack of each write, or nil."
  :type '(choice (const nil) natnum))

(define-derived-mode crownhead-mode asm-mode "dasm"
  "Mode for dasm sources, with the server `crownhead lsp'."
  (setq-local comment-start "; ")
  (setq-local tab-width 8)
  (setq-local indent-tabs-mode nil))

(add-to-list 'auto-mode-alist '("\\.\\(asm\\|a65\\|dasm\\)\\'" . crownhead-mode))

(defun crownhead-server (&rest _)
  "The command of the language server for eglot, with its options."
  (append (list crownhead-program "lsp")
          (when crownhead-kernel-frame
            (list :initializationOptions (list :kernelFrame crownhead-kernel-frame)))))

(with-eval-after-load 'eglot
  (add-to-list 'eglot-server-programs '(crownhead-mode . crownhead-server)))

(with-eval-after-load 'project
  (defun crownhead-project (folder)
    "The project of FOLDER: the nearest folder, at or above it, with a crownhead.toml."
    (let ((root (locate-dominating-file folder "crownhead.toml")))
      (and root (cons 'transient root))))
  (add-hook 'project-find-functions #'crownhead-project))

;; An entry may also have :script, :symbols and the other arguments of the adapter's `launch'.
(defun crownhead-launch (entry)
  "Add the adapter and, without a :program, the open file to a dap-mode ENTRY."
  (dap--put-if-absent entry :dap-server-path (list crownhead-program "dap"))
  (dap--put-if-absent entry :program (buffer-file-name))
  entry)

(with-eval-after-load 'dap-mode
  (dap-register-debug-provider "crownhead" #'crownhead-launch)
  (dap-register-debug-template
   "Crownhead: this source"
   (list :type "crownhead" :request "launch" :name "Crownhead: this source")))

(provide 'crownhead)
;;; crownhead.el ends here
