import type { Command } from 'commander'
import { ColdpressError, errorTable } from '#values/errors/errors.ts'
import { adaText, countText } from '#values/text/format.ts'
import type { Rehearsal, RehearsalAct, RehearsalCase } from '#contract/sales/rehearsal.ts'
import { deleteCollection } from '#app/collections/delete-collection.ts'
import { rehearse } from '#app/sales/rehearse.ts'
import { openMintSession } from '../mint/mint-session.ts'
import { type CommandAnswer, command } from '#cli/program.ts'
import { CollectionOption } from '#cli/options/collection-option.ts'
import type { Session } from '#cli/session.ts'
import { hint } from '#cli/terminal/hint.ts'
import { numberColumn, table } from '#cli/terminal/table.ts'
import type { Terminal } from '#cli/terminal/terminal.ts'

type RehearseOptions = { readonly collection?: string }

export const addSaleRehearse = (sale: Command): void =>
  command<RehearseOptions>(
    sale,
    'rehearse',
    'rehearse every way a sale can end, on the devnet with its test wallet as the buyer, and strangers',
    'sale rehearse',
    (built) =>
      built.addOption(
        new CollectionOption(
          'sell tokens of this devnet collection (default: one that the rehearsal makes and deletes)',
        ),
      ),
    async (session, { collection }) => play(session, collection),
  )

const play = async (session: Session, collectionId: string | undefined): Promise<CommandAnswer> => {
  const { terminal, signal } = session
  const app = await session.app()
  const { accounts, gateways, practice } = app
  const { id: accountId, chain } = accounts.get(session.account)
  if (chain !== 'devnet') throw needsDevnet()
  await session.openVault()
  const { client } = await openMintSession(session, { signs: true })
  const gateway = await gateways.get('devnet')
  const { fund } = gateway
  if (fund === undefined) throw needsDevnet()
  terminal.info('Rehearsing on the devnet; nothing of it costs anything …')
  const progress = showRehearsal(terminal)
  const played = await rehearse({
    client,
    chain: { ...gateway, fund },
    collectionId,
    signal,
    onCollection: (made) => practice.add({ accountId, ...made }),
    onStep: progress.update,
  }).finally(progress.end)
  const isKept = collectionId !== undefined || !played.cases.every(isPassed)
  if (!isKept) await deleteCollection(app, { accountId, collectionId: played.collectionId })
  return rehearsalAnswer(played, isKept)
}

const isPassed = ({ state }: RehearsalCase): boolean => state === 'passed'

const needsDevnet = (): ColdpressError =>
  new ColdpressError(
    'conflict',
    'A rehearsal uses test ADA and needs the devnet of the Local studio. Leave out --account.',
  )

const names: Readonly<Record<RehearsalCase['name'], string>> = {
  exact: 'paid exactly',
  short_then_rest: 'paid too little, then the rest',
  short_refunded: 'paid too little, refunded',
  over_accepted: 'paid too much, accepted',
  over_refunded: 'paid too much, refunded',
  late: 'paid too late, refunded',
  twice: 'paid twice, the second refunded',
  in_two_payments: 'paid by one payer in two payments',
  stranger_first: 'a stranger pays a part first, the buyer all of it',
  halves: 'two strangers pay half each, refunded',
  short_ended: 'paid too little, and its time ends',
  dust: 'a stranger pays too little to be sent back',
}

/** A line for each change of a case; on a terminal also how many have ended. */
const showRehearsal = (terminal: Terminal) => {
  const said = new Map<string, string>()
  return {
    update: ({ cases }: Rehearsal): void => {
      for (const played of cases) {
        const state = played.status ?? played.state
        if (said.get(played.name) === state || played.state === 'waiting') continue
        said.set(played.name, state)
        if (terminal.canDraw) terminal.draw('')
        terminal.info(`${names[played.name]}: ${state}`)
      }
      const ended = cases.filter(({ state }) => state !== 'waiting' && state !== 'running')
      if (terminal.canDraw) terminal.draw(`${ended.length} of ${cases.length} ended`)
    },
    end: (): void => {
      if (terminal.canDraw) terminal.draw('')
    },
  }
}

/** @param isKept whether the collection is still there to be looked at */
const rehearsalAnswer = (played: Rehearsal, isKept: boolean): CommandAnswer => {
  const { cases, collectionId } = played
  const isWhole = cases.every(isPassed)
  return {
    json: { collection_id: isKept ? collectionId : null, cases: cases.map(caseJson) },
    text: [
      table(cases, {
        sale: ({ name }) => names[name],
        case: actsText,
        events: ({ events }) => events.join(', '),
        result: endText,
      }),
      '',
      table(cases, {
        sale: ({ name }) => names[name],
        paid: numberColumn(({ money }) => amountText(money?.paid)),
        'to the creator': numberColumn(({ money }) => amountText(money?.income)),
        fees: numberColumn(({ money }) => amountText(money?.fees)),
        'with the token': numberColumn(({ money }) => amountText(money?.withTokens)),
        'back to who paid': numberColumn(({ money }) => amountText(money?.returned)),
        'too little to send back': numberColumn(({ money }) =>
          amountText(money?.left === 0 ? undefined : money?.left),
        ),
      }),
      '',
      ...verdictLines(cases),
      isKept
        ? `See for yourself: ${hint(`sale list --collection ${collectionId}`)}`
        : 'The collection that was made for it is deleted, with its policy.',
    ],
    exit: isWhole ? 0 : errorTable.incomplete.exit,
  }
}

const verdictLines = (cases: readonly RehearsalCase[]): readonly string[] => {
  const failed = cases.filter(({ state }) => state === 'failed')
  const stopped = cases.filter(({ state }) => state === 'stopped')
  const passed = cases.length - failed.length - stopped.length
  return [
    ...(passed === 0
      ? []
      : [
          `${passed === cases.length ? `All ${passed}` : passed} ended as they should, and the money adds up.`,
        ]),
    ...(stopped.length === 0
      ? []
      : [
          `${countText(stopped.length, 'sale was', 'sales were')} stopped: reservations were given up, and what was paid goes back, unless it was sold by then.`,
        ]),
    ...(failed.length === 0
      ? []
      : [`${countText(failed.length, 'sale')} did not end as they should:`]),
    ...failed.map(
      ({ name, error, saleId }) =>
        `  ${names[name]}: ${error ?? ''}${saleId === null ? '' : ` (sale ${saleId})`}`,
    ),
  ]
}

const caseJson = ({ name, state, saleId, assetName, ...rest }: RehearsalCase) => ({
  case: name,
  passed: state === 'passed',
  sale_id: saleId,
  asset_name: assetName,
  status: rest.status,
  acts: rest.acts,
  events: rest.events,
  money: rest.money && {
    paid: rest.money.paid,
    income: rest.money.income,
    fees: rest.money.fees,
    with_tokens: rest.money.withTokens,
    returned: rest.money.returned,
    left: rest.money.left,
  },
  error: rest.error,
})

const actsText = ({ acts }: RehearsalCase): string => acts.map(actText).join(', ')

const actText = (act: RehearsalAct): string => {
  if (act.kind === 'resolved') return act.action
  const amount = adaText(String(act.lovelace), 'ADA')
  if (act.kind === 'reserved') return `price ${amount}`
  return `${payerNames[act.by]}pays ${amount}`
}

const payerNames = { buyer: '', stranger: 'a stranger ', other: 'another stranger ' } as const

const endText = ({ status, state }: RehearsalCase): string =>
  `${status?.toLowerCase().replaceAll('_', ' ') ?? 'nothing'}${state === 'passed' ? '' : ` (${state})`}`

const amountText = (amount: number | undefined): string =>
  amount === undefined ? '' : adaText(String(amount), 'ADA')
