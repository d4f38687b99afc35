import { ColdpressError, isColdpressError } from '#values/errors/errors.ts'

/** A file returned by a signer; `name` is for messages. */
export type SignedFile = { readonly name: string; readonly text: string }

/** What was read in files; an `invalid` error begins with the name of its file. */
export const readEachSigned = <T>(
  files: readonly SignedFile[],
  read: (text: string) => readonly T[],
): readonly T[] =>
  files.flatMap(({ name, text }) => {
    try {
      return read(text)
    } catch (error) {
      if (!isColdpressError(error, 'invalid')) throw error
      throw new ColdpressError('invalid', `${name}: ${error.message}`, { cause: error })
    }
  })
