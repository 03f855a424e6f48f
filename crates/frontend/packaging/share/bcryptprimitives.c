// The random numbers that Rust's standard library takes from Windows 10. Debian 12's wine lacks the
// library. The packaging scripts put this one into wine; no package contains it.
#include <windows.h>

BOOLEAN NTAPI SystemFunction036(PVOID data, ULONG size);

__declspec(dllexport) BOOL WINAPI ProcessPrng(PBYTE data, SIZE_T size) {
    return SystemFunction036(data, (ULONG)size);
}
