import type { QrFile } from '#app/signing/qr-file.ts'
import { createQrDecoder } from '#app/signing/qr-decoder.ts'

type Scanned = { readonly progress: number; readonly file: QrFile | undefined }

/** Assembles files from the codes that a camera reads, call after call. */
export const createScannedFiles = () => {
  let decoder = createQrDecoder()
  return (parts: readonly string[], restart: boolean): Scanned => {
    if (restart) decoder = createQrDecoder()
    let progress = 0
    for (const part of parts) {
      const reading = decoder.receive(part)
      progress = reading.progress
      if (reading.file === undefined) continue
      // The next file starts from the beginning, even if this one is rejected.
      decoder = createQrDecoder()
      return { progress: 1, file: reading.file }
    }
    return { progress, file: undefined }
  }
}
