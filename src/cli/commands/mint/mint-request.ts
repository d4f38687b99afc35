import type { Mint } from '#contract/mints/mint.ts'
import { makeMintRequestFile } from '#app/mints/mint-request.ts'
import { writeText } from '#cli/files.ts'
import type { MintSession } from './mint-session.ts'

/** Writes a mint's signing request, with small images of its tokens, to a file. */
export const writeMintRequest = async (
  { core, client, session: { signal } }: MintSession,
  mint: Mint,
  out: string,
): Promise<void> => {
  const { content, images } = core
  await writeText(out, await makeMintRequestFile({ client, content, images }, mint, { signal }))
}
