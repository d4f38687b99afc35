import { limits } from '#values/bounds/limits.ts'
import type { Command } from 'commander'
import { countText } from '#values/text/format.ts'
import { emptyingQuestion, openBin, restoreItems } from '#app/bin/bin.ts'
import type { BinItem } from '#contract/bin/bin.ts'
import { command, group } from '../program.ts'
import type { Session } from '../session.ts'
import { asksInTerminal, type YesOption, yesOption } from '../terminal/confirmation.ts'
import { table } from '../terminal/table.ts'

export const addBinCommands = (program: Command): void => {
  const bin = group(program, 'bin', 'deleted tokens and collections of the Local studio')
  addList(bin)
  addRestore(bin)
  addEmpty(bin)
}

const addList = (bin: Command): void =>
  command(
    bin,
    'list',
    `list what was deleted in the last ${limits.binDays} days and can be restored, newest first`,
    'bin list',
    (list) => list,
    async (session) => {
      const items = await session.withVault(() => readBin(session))
      return {
        json: items,
        text: table(
          items,
          {
            id: ({ id }) => id,
            kind: ({ kind, token_count: tokens = 0 }) =>
              kind === 'token' ? kind : `${kind} (${countText(tokens, 'token')})`,
            name: ({ name }) => name,
            collection: ({ collection_name: name, collection_id: id }) => name ?? id,
            deleted: ({ deleted_at: at }) => at,
            'kept until': ({ kept_until: at }) => at,
          },
          `Nothing was deleted in the last ${limits.binDays} days.`,
        ),
      }
    },
  )

const addRestore = (bin: Command): void =>
  command(
    bin,
    'restore <id...>',
    'restore deleted tokens and collections under their ids; a token has no price then',
    'bin restore 01k…',
    (restore) => restore,
    async (session, _options, ...ids) => {
      const { restored, failures } = await session.withVault(async () =>
        restoreItems(await openBinOf(session), ids, session.signal),
      )
      return {
        json: { restored: restored.map(({ restored_id: id }) => id), failures },
        text: [
          ...restored.map(({ name, kind }) => `The ${kind} ${name} was restored.`),
          ...failures,
        ],
        ...(failures.length === 0 ? {} : { exit: restored.length === 0 ? 3 : 4 }),
      }
    },
  )

const addEmpty = (bin: Command): void =>
  command<YesOption>(
    bin,
    'empty',
    'delete for ever what is in the bin; keys and pinned images stay',
    'bin empty',
    (empty) => empty.addOption(yesOption('delete')),
    async (session, options) => {
      const asks = asksInTerminal(session, options, { subject: 'A deletion', look: ['bin list'] })
      asks.canConfirm('delete')
      const items = await session.withVault(() => readBin(session))
      if (items.length > 0) await asks.confirm(emptyingQuestion(items))
      await (await openBinOf(session)).emptyBin()
      return {
        json: { deleted: items.map(({ id }) => id) },
        text: `${countText(items.length, 'item')} deleted for ever.`,
      }
    },
  )

const openBinOf = async (session: Session) =>
  openBin((await session.app()).accounts, session.account)

const readBin = async (session: Session): Promise<readonly BinItem[]> =>
  Array.fromAsync((await openBinOf(session)).binItems({ size: 100, signal: session.signal }))
