import { type Command, Option } from 'commander'
import type { Mint } from '#contract/mints/mint.ts'
import { seconds } from '#cli/options/option-values.ts'
import type { CommandAnswer } from '#cli/program.ts'
import { type YesOption, yesOption } from '#cli/terminal/confirmation.ts'
import { decodedMint, releaseConfirmed } from './mint-confirm.ts'
import { followAndAnswer } from './mint-follow.ts'
import type { MintSession } from './mint-session.ts'

/** What `mint build` and `mint burn` have in common. */
export type BuildOptions = YesOption & {
  readonly collection: string
  readonly fundFrom?: string
  readonly signers?: readonly string[]
  readonly validFor?: number
  readonly out?: string
  readonly hold?: boolean
  readonly wait?: boolean
}

/** @param otherwise how much time that is where none is given, for the help */
export const validForOption = (otherwise: string): Option =>
  new Option(
    '--valid-for <time>',
    `how much time you have to sign and send, such as 90m, 2h or 3d (default: ${otherwise})`,
  ).argParser(seconds)

/** @param fundFrom what is paid from that address, for the help */
export const addBuildOptions = (command: Command, fundFrom: string): Command =>
  command
    .option('--fund-from <address>', fundFrom)
    .option(
      '--signers <hash...>',
      'hashes of the keys that sign for the policy (default: as few as needed, your own first)',
    )
    .addOption(validForOption('2h'))
    .option('--out <file>', 'where to write the signing request, if signatures are missing')
    .addOption(
      new Option(
        '--hold',
        'only build and show it; then mint release signs and sends it, mint cancel cancels it',
      ).conflicts(['wait', 'out']),
    )
    .addOption(yesOption('sign and send'))
    .option('--wait', 'wait until it is confirmed on chain')

/** The options by the fields of the request. */
export const buildOptionNames = {
  funding: '--fund-from',
  signers: '--signers',
  valid_for_seconds: '--valid-for',
}

/** The fields of the request. @param asks held until the user has confirmed it */
export const readMintOptions = (
  { fundFrom, signers, validFor, hold }: BuildOptions,
  asks: boolean,
) => ({
  ...(fundFrom === undefined ? {} : { funding: { address: fundFrom } }),
  ...(signers === undefined ? {} : { signers: [...signers] }),
  ...(asks || hold === true ? { hold: true } : {}),
  ...(validFor === undefined ? {} : { valid_for_seconds: validFor }),
})

/** Shows what is held or has to be confirmed, then follows what was released. */
export const finishBuild = async (
  mintSession: MintSession,
  made: Mint,
  { hold, wait, out }: Pick<BuildOptions, 'hold' | 'wait' | 'out'>,
  asks: boolean,
): Promise<CommandAnswer> => {
  if (hold === true)
    mintSession.session.terminal.info(...(await decodedMint(mintSession, made)).split('\n'))
  const released = asks ? await releaseConfirmed(mintSession, made) : made
  return followAndAnswer(mintSession, released, { isPatient: wait === true, out })
}
