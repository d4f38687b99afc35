import type { SigningReceived } from '#shared/calls/signing.ts'
import type { SigningInbox } from '#core/signing/signing-inbox.ts'
import { createQrDecoder } from '#core/signing/qr-decoder.ts'
import type { HandlersOf } from '../services-deps.ts'

/** Assembles a file from scanned codes, and receives it when it is complete. */
export const createScan = (
  inbox: Pick<SigningInbox, 'receive' | 'addWitnesses'>,
): HandlersOf<'signing'>['signing.scan'] => {
  let decoder = createQrDecoder()
  const receive = (text: string, name: string, id: string | null): SigningReceived =>
    id === null ? inbox.receive(text, { origin: 'scan', name }) : inbox.addWitnesses(id, text)
  return ({ parts, restart, id }) => {
    if (restart) decoder = createQrDecoder()
    let progress = 0
    for (const part of parts) {
      const reading = decoder.receive(part)
      progress = reading.progress
      if (reading.file === undefined) continue
      const { name, bytes } = reading.file
      // The next file starts anew, even if this one is rejected.
      decoder = createQrDecoder()
      return { progress: 1, taken: receive(new TextDecoder().decode(bytes), name, id) }
    }
    return { progress, taken: null }
  }
}
