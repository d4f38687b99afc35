import { heldMintErrors } from '#contract/mints/errors.ts'
import { errorBy } from '#values/errors/error-rules.ts'
import { type Command, Option } from 'commander'
import type { ColdpressError } from '#values/errors/errors.ts'
import type { Mint } from '#contract/mints/mint.ts'
import { rebuildWhenConfirmed } from '#app/mints/build-mint.ts'
import { namingOptions } from '#cli/options/option-names.ts'
import { command } from '#cli/program.ts'
import { type YesOption, yesOption } from '#cli/terminal/confirmation.ts'
import { hint } from '#cli/terminal/hint.ts'
import { answerBuilt, asksToSend, buildOptionNames, validForOption } from './build-options.ts'
import { writeMintRequest } from './mint-follow.ts'
import {
  collectionOption,
  findMintById,
  type MintSession,
  openMintSession,
} from './mint-session.ts'
import { OutputOption } from '#cli/options/output-option.ts'

type RebuildOptions = YesOption & {
  readonly collection?: string
  readonly validFor?: number
  readonly out?: string
  readonly hold?: boolean
  readonly wait?: boolean
}

/** One command for a mint, a burn or a royalty token whose time ended before it was on chain. */
export const addRebuild = (mint: Command): void =>
  command<RebuildOptions>(
    mint,
    'rebuild <mint>',
    'build a mint or burn again whose time ended, with the same tokens and receivers',
    'mint rebuild 01k… --valid-for 1d --out mint.cpreq',
    (rebuild) =>
      rebuild
        .addOption(collectionOption('mint'))
        .addOption(validForOption('as before'))
        .addOption(
          new OutputOption(
            '--out <file>',
            'where to write the new signing request, if signatures are missing',
          ),
        )
        .addOption(
          new Option('--hold', 'only build and show it; mint release signs and sends it').conflicts(
            ['wait', 'out'],
          ),
        )
        .addOption(yesOption('sign and send'))
        .option('--wait', 'wait until it is confirmed on chain'),
    async (session, options, id = '') => {
      const { collection, validFor, hold = false } = options
      const mintSession = await openMintSession(session, { signs: true })
      const old = await findMintById(mintSession, id, collection)
      const asks = asksToSend(session, options, 'A mint that this vault signs')
      const request = validFor === undefined ? {} : { valid_for_seconds: validFor }
      const mint = await namingOptions(buildOptionNames, () =>
        rebuildWhenConfirmed({ ...mintSession, asks }, old, request, {
          staysHeld: hold,
          onBuilt: (made) =>
            session.terminal.info(
              `Mint ${old.id} was built again as mint ${made.id}. The file of the old one is stale.`,
            ),
        }),
      )
      return answerBuilt(mintSession, mint, options)
    },
  )

/**
 * Builds a mint again of which nothing was sent, because signatures came after its time: the same
 * order of the same user, with a new time.
 * @param out where the new signing request goes, if anywhere
 * @returns the refusal of the old signatures, which names the new file
 */
export const rebuiltInstead = async (
  mintSession: MintSession,
  old: Mint,
  out: string | undefined,
): Promise<ColdpressError> => {
  const made = await mintSession.client.rebuildMint(old.collection_id, old.id, {})
  if (out !== undefined) await writeMintRequest(mintSession, made, out)
  const file =
    out === undefined
      ? `Write its file and sign that: ${hint(`mint status ${made.id} --out mint.cpreq`)}`
      : `Sign the new file: ${out}`
  return errorBy(
    heldMintErrors,
    'stale',
    { mint: made.id },
    `The time of mint ${old.id} ended before it was signed, so these signatures are worth nothing, and its old file is stale. Nothing was sent. It was built again as mint ${made.id}. ${file}`,
  )
}
