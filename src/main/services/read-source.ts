import { pickedFileErrors } from '#contract/window/errors.ts'
import { errorBy } from '#values/errors/error-rules.ts'
import type { ColdpressError } from '#values/errors/errors.ts'
import { systemCode } from '#platform/disk/disk-error.ts'
import { readBounded } from '#platform/disk/read-bounded.ts'
import { Secret } from '#platform/secret/secret.ts'
import type { PickedFiles } from './picked-files.ts'

/** Source of a policy or key: a file that the user picked, or pasted text. */
export type FileSource =
  | { readonly kind: 'file'; readonly path: string }
  | { readonly kind: 'text'; readonly text: string }

/** No script or key is larger; a device file would fill the memory. */
const maxBytes = 4 * 1024 ** 2

/**
 * The source's content, which may contain keys: the caller wipes it.
 * @throws ColdpressError `invalid` when the file cannot be read or the user did not pick it
 */
export const readSource = async (source: FileSource, picked: PickedFiles): Promise<Secret> => {
  if (source.kind === 'text') return Secret.ofText(source.text)
  picked.requirePicked(source.path)
  return readFileSource(source.path)
}

/**
 * A file that the user chose outside the window.
 * @throws ColdpressError `invalid` when the file cannot be read
 */
export const readFileSource = async (path: string): Promise<Secret> => {
  try {
    const bytes = await readBounded(path, { maxBytes })
    const secret = Secret.ofBytes(Uint8Array.from(bytes))
    bytes.fill(0)
    return secret
  } catch (error) {
    throw unreadable(path, systemCode(error) ?? `it is larger than ${maxBytes} bytes`, error)
  }
}

const unreadable = (path: string, why: string, cause: unknown): ColdpressError =>
  errorBy(
    pickedFileErrors,
    'file',
    {},
    `${path} cannot be read (${why}). Choose the file again.`,
    cause,
  )
