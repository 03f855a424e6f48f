; mnemonics and modes that other assemblers accept, but dasm does not
; exit 3
; error Unknown Mnemonic 'alr'.
; error Unknown Mnemonic 'axs'.
; error Unknown Mnemonic 'isc'.
; error Unknown Mnemonic 'dcm'.
; error Unknown Mnemonic 'xaa'.
; error Unknown Mnemonic 'tas'.
; error Unknown Mnemonic 'kil'.
; error Unknown Mnemonic 'aso'.
; error Illegal Addressing mode 'lax #1'.
; error Illegal Addressing mode 'brk #1'.
	processor 6502
	org $f000
	alr #1
	axs #1
	isc 5
	dcm 5
	xaa #1
	tas 5
	kil
	aso 5
	lax #1
	brk #1
	asl a
