import type { Mint } from '#contract/mints/mint.ts'
import { makeMintRequestFile } from '#app/mints/mint-request.ts'
import { writeText } from '#cli/files.ts'
import type { MintSession } from './mint-session.ts'

/** Writes a mint's signing request, with small images of its tokens, to a file. */
export const writeMintRequest = async (
  { app, client, session: { signal } }: MintSession,
  mint: Mint,
  out: string,
): Promise<void> => {
  const { content, images } = app
  await writeText(out, await makeMintRequestFile({ client, content, images }, mint, { signal }))
}
