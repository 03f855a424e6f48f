// Replaces the library of Windows 10 from which Rust's standard library gets random numbers. The
// wine of Debian 12 lacks that library. The packaging scripts put this replacement into wine; no
// package contains it.
#include <windows.h>

BOOLEAN NTAPI SystemFunction036(PVOID data, ULONG size);

__declspec(dllexport) BOOL WINAPI ProcessPrng(PBYTE data, SIZE_T size) {
    return SystemFunction036(data, (ULONG)size);
}
