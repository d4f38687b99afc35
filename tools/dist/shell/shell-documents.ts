import { gzipSync } from 'node:zlib'
import { coldpress } from '#cli/coldpress.ts'
import { bashCompletion } from './bash.ts'
import { commandFacts, exitCodes } from './command-facts.ts'
import { fishCompletion } from './fish.ts'
import { manPage } from './man-page.ts'
import { zshCompletion } from './zsh.ts'

/** The man page and the completions, at their paths below `/` on Linux. */
export const shellDocuments = async (
  version: string,
  date: Date,
): Promise<Readonly<Record<string, string | Uint8Array>>> => {
  const program = await coldpress([])
  const facts = commandFacts(program)
  const page = manPage({ facts, exitCodes: exitCodes(program), version, date })
  const share = 'usr/share'
  return {
    [`${share}/man/man1/coldpress.1.gz`]: gzipSync(page, { level: 9 }),
    [`${share}/bash-completion/completions/coldpress`]: bashCompletion(facts),
    [`${share}/zsh/site-functions/_coldpress`]: zshCompletion(facts),
    // Debian's zsh looks here, others there.
    [`${share}/zsh/vendor-completions/_coldpress`]: zshCompletion(facts),
    [`${share}/fish/vendor_completions.d/coldpress.fish`]: fishCompletion(facts),
  }
}
