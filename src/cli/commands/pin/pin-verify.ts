import type { Command } from 'commander'
import { errorTable } from '#values/errors/errors.ts'
import { countText, numberText } from '#values/text/format.ts'
import type { Cid } from '#media/content/cid.ts'
import type { App } from '#app/create-app.ts'
import { filesOfCollection } from '#app/pins/collection-folder.ts'
import { collectionWithTokens } from '../collection/collection-with-tokens.ts'
import {
  checkPins,
  lackingFiles,
  type PinCheck,
  recheckPins,
  type TargetCheck,
} from '#media/pinning/check-pins.ts'
import type { PinSet } from '#media/pinning/pin-set.ts'
import { type Repair, repairErrors, repairPins } from '#media/pinning/repair-pins.ts'
import { CollectionOption } from '#cli/options/collection-option.ts'
import { hint } from '#cli/terminal/hint.ts'
import { command } from '../../program.ts'
import { drawProgress } from '../../terminal/progress-bar.ts'
import type { Session } from '../../session.ts'
import { expectedContent } from '../expected-content.ts'

type Options = { readonly pin: string; readonly collection?: string }

const ofCollection = () => new CollectionOption('only the files of this collection')

export const addVerify = (pin: Command): void =>
  command<Options>(
    pin,
    'verify',
    'read every stored file again, here and where it is pinned',
    'pin verify --pin kubo',
    (verify) =>
      verify.option('--pin <name>', 'the pin target to check', 'local').addOption(ofCollection()),
    async (session, options) => {
      const { check, named } = await verify(session, options)
      return {
        json: checkJson(check, named),
        text: checkText(check, named, options),
        exit: check.sound === check.files ? 0 : errorTable.invalid.exit,
      }
    },
  )

export const addRepair = (pin: Command): void =>
  command<Options>(
    pin,
    'repair',
    'fix what pin verify names: damaged files come back from a place, and each place gets what it lacks',
    'pin repair --pin kubo',
    (repair) =>
      repair.option('--pin <name>', 'the pin target to repair', 'local').addOption(ofCollection()),
    async (session, options) => {
      const { app, pins, check, named } = await verify(session, options)
      const progress = drawProgress(session.terminal)
      const deps = { content: app.content, pinners: pins.pinners, signal: session.signal }
      const repair = await repairPins(check, {
        ...deps,
        sources: await session.withVault(() => app.pinTargets.openSources(pins)),
        labelOf: app.pinTargets.labelOf,
        onProgress: (made) => progress.updateFiles('repaired', made),
      }).finally(progress.end)
      const after = await recheckPins(check, lackingFiles(check), deps)
      await app.pinTargets.noteCheck(after, pins.pinners, session.signal)
      return {
        json: { ...checkJson(after, named), repair },
        text: [repairText(repair), checkText(after, named, options)].join('\n'),
        exit: after.sound === after.files ? 0 : errorTable.incomplete.exit,
      }
    },
  )

const contentOfCollection = async (session: Session, id: string): Promise<readonly Cid[]> => {
  const { found, tokens } = await collectionWithTokens(session, id)
  const { content } = await session.app()
  return filesOfCollection(found, tokens, content).files.map(({ cid }) => cid)
}

const verify = async (
  session: Session,
  { pin, collection }: Options,
): Promise<{ app: App; pins: PinSet; check: PinCheck; named: readonly Cid[] }> => {
  const app = await session.app()
  const pins = await session.withVault(() => app.pinTargets.open(pin))
  const { own, named } =
    collection === undefined
      ? await expectedContent(app)
      : { own: await contentOfCollection(session, collection), named: [] }
  const progress = drawProgress(session.terminal)
  const check = await checkPins(own, {
    content: app.content,
    pinners: pins.pinners,
    signal: session.signal,
    onProgress: (made) => progress.updateFiles('read', made),
  }).finally(progress.end)
  await app.pinTargets.noteCheck(check, pins.pinners, session.signal)
  return { app, pins, check, named }
}

const checkJson = ({ files, sound, damaged, places }: PinCheck, named: readonly Cid[]) => ({
  files,
  sound,
  damaged,
  unpinned: [...new Set(places.flatMap(({ unpinned }) => unpinned))],
  incomplete: [...new Set(places.flatMap(({ incomplete }) => incomplete))],
  places,
  elsewhere: named,
})

const checkText = (
  { sound, damaged, places }: PinCheck,
  named: readonly Cid[],
  { pin: target, collection }: Options,
): string =>
  [
    `${countText(sound, 'file')} sound and pinned at ${target}.`,
    ...firstOf(damaged, (cid) => `${cid} is damaged or gone on this computer.`),
    ...places.flatMap(targetLines),
    ...(damaged.length + places.flatMap(lackingAt).length === 0
      ? []
      : [
          `To fix this: ${hint(`pin repair --pin ${target}${collection === undefined ? '' : ` --collection ${collection}`}`)}`,
        ]),
    ...(named.length === 0
      ? []
      : [
          `${countText(named.length, 'more file')} that tokens name as ipfs:// ${named.length === 1 ? 'is' : 'are'} not on this computer, and Coldpress pins ${named.length === 1 ? 'it' : 'them'} nowhere: ${named.slice(0, mostListed).join(', ')}${named.length > mostListed ? ` and ${numberText(named.length - mostListed)} more` : ''}`,
        ]),
  ].join('\n')

/** A person reads no more of a kind; `--json` has all. */
const mostListed = 5

const firstOf = (cids: readonly Cid[], lineOf: (cid: Cid) => string): readonly string[] => [
  ...cids.slice(0, mostListed).map(lineOf),
  ...(cids.length > mostListed
    ? [`… and ${numberText(cids.length - mostListed)} more; --json names all`]
    : []),
]

const lackingAt = ({ unpinned, incomplete }: TargetCheck): readonly Cid[] => [
  ...unpinned,
  ...incomplete,
]

const targetLines = ({ place, unread, unpinned, incomplete }: TargetCheck): readonly string[] => [
  ...firstOf(unpinned, (cid) => `${cid} is not pinned at ${place}.`),
  ...firstOf(
    incomplete,
    (cid) => `${cid} is pinned at ${place}, but some of its blocks are missing.`,
  ),
  ...(unread === 0
    ? []
    : [`${place} says that it has ${countText(unread, 'file')}; it does not let them be read.`]),
]

const repairText = ({ restored, sent, failed, left }: Repair): string =>
  [
    ...(restored.length === 0
      ? []
      : [`${countText(restored.length, 'file')} brought back to this computer.`]),
    ...(sent === 0 ? [] : [`${countText(sent, 'file')} sent again.`]),
    ...repairErrors({ failed, left }),
    ...(restored.length + sent + failed.length + left.length === 0 ? ['Nothing to repair.'] : []),
  ].join('\n')
