import { basename } from 'node:path'
import type { SigningOrigin } from '#contract/signing/calls.ts'
import { useAndWipe } from '#platform/secret/secret.ts'
import type { PickedFiles } from '../picked-files.ts'
import { readSource } from '../read-source.ts'

/**
 * A file that the user picked, text that was pasted, or text that was dropped with its file's name.
 */
export type SigningSource =
  | { readonly kind: 'file'; readonly path: string }
  | { readonly kind: 'text'; readonly text: string; readonly name: string | null }

export type ReadDelivery = {
  readonly text: string
  readonly from: { readonly origin: SigningOrigin; readonly name?: string }
}

/** @throws ColdpressError `invalid` when the file cannot be read or the user did not pick it */
export const readSigningSource = async (
  source: SigningSource,
  picked: PickedFiles,
): Promise<ReadDelivery> => {
  if (source.kind === 'text') {
    const { text, name } = source
    return { text, from: name === null ? { origin: 'text' } : { origin: 'file', name } }
  }
  // A file that was picked by mistake may contain a key.
  const text = await useAndWipe(await readSource(source, picked), async (secret) =>
    secret.fileText(),
  )
  return { text, from: { origin: 'file', name: basename(source.path) } }
}
