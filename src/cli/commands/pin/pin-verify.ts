import type { Command } from 'commander'
import { errorTable } from '#values/errors/errors.ts'
import { countText, numberText } from '#values/text/format.ts'
import { filesOfCollection } from '#app/pins/collection-folder.ts'
import { type CheckedPins, runPinCheck, unrepairedTexts } from '#app/pins/run-pin-check.ts'
import { collectionWithTokens } from '../collection/collection-with-tokens.ts'
import { CollectionOption } from '#cli/options/collection-option.ts'
import { hint } from '#cli/terminal/hint.ts'
import { command } from '../../program.ts'
import { drawProgress } from '../../terminal/progress-bar.ts'
import type { Session } from '../../session.ts'
import { expectedContent } from '../expected-content.ts'

type Options = { readonly pin: string; readonly collection?: string }

type PinCheck = CheckedPins['check']
type TargetCheck = PinCheck['places'][number]
type Repair = NonNullable<CheckedPins['repair']>

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
      const { check, named } = await checkStored(session, options, { repairs: false })
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
      const { check, named, error, repair } = await checkStored(session, options, {
        repairs: true,
      })
      if (error !== undefined) throw error
      return {
        json: { ...checkJson(check, named), repair: repair ?? nothingRepaired },
        text: [repairText(repair ?? nothingRepaired), checkText(check, named, options)].join('\n'),
        exit: check.sound === check.files ? 0 : errorTable.incomplete.exit,
      }
    },
  )

const nothingRepaired: Repair = { restored: [], sent: 0, failed: [], left: [] }

/** `named`: what tokens show besides, and was never here. */
const checkStored = async (
  session: Session,
  { pin, collection }: Options,
  { repairs }: { readonly repairs: boolean },
): Promise<CheckedPins & { readonly named: readonly string[] }> => {
  const app = await session.app()
  const pins = await session.withVault(() => app.pinTargets.open(pin))
  const { own, named } =
    collection === undefined
      ? await expectedContent(app)
      : { own: await contentOfCollection(session, collection), named: [] }
  const reading = drawProgress(session.terminal)
  const repairing = drawProgress(session.terminal)
  const { noteCheck, labelOf, openSources } = app.pinTargets
  const checked = await runPinCheck({
    app: {
      content: app.content,
      pinTargets: {
        noteCheck,
        labelOf,
        openSources: (opened) => {
          reading.end()
          return session.withVault(() => openSources(opened))
        },
      },
    },
    pins,
    cids: own,
    repairs,
    signal: session.signal,
    onProgress: {
      check: (made) => reading.updateFiles('read', made),
      repair: (made) => repairing.updateFiles('repaired', made),
    },
  }).finally(repairing.end)
  return { ...checked, named }
}

const contentOfCollection = async (session: Session, id: string) => {
  const { found, tokens } = await collectionWithTokens(session, id)
  const { content } = await session.app()
  return filesOfCollection(found, tokens, content).files.map(({ cid }) => cid)
}

const checkJson = ({ files, sound, damaged, places }: PinCheck, named: readonly string[]) => ({
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
  named: readonly string[],
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

const firstOf = (cids: readonly string[], lineOf: (cid: string) => string): readonly string[] => [
  ...cids.slice(0, mostListed).map(lineOf),
  ...(cids.length > mostListed
    ? [`… and ${numberText(cids.length - mostListed)} more; --json names all`]
    : []),
]

const lackingAt = ({ unpinned, incomplete }: TargetCheck): readonly string[] => [
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
    ...unrepairedTexts({ failed, left }),
    ...(restored.length + sent + failed.length + left.length === 0 ? ['Nothing to repair.'] : []),
  ].join('\n')
