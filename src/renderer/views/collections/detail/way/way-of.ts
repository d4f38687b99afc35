import type { MintSummary } from '#contract/mints/calls.ts'
import type { SaleSummary } from '#contract/sales/calls.ts'
import { type CollectionState, isRoyaltyDone } from '#renderer/data/collection-state.ts'
import { isActive } from '#renderer/data/minting.ts'
import {
  type PossibleActions,
  possibleActions,
  type Reason,
} from '#renderer/data/possible-actions.ts'
import { isMoving } from '#contract/sales/sale-status.ts'
import { needsUser } from '#renderer/data/sales.ts'
import type { WayTarget } from '#renderer/stores/collection-view.ts'
import { text } from '#renderer/text/en.ts'
import { mintStateOf } from '../../../minting/mint-state.tsx'

const words = text.way

type WayName = keyof typeof words.names

type StepState = {
  /**
   * - `waits`: for a decision or a signature of the user. `possible`: the user can do it.
   * - `later`: other steps come first. `unneeded`: nothing to do in this collection.
   */
  readonly state: 'done' | 'running' | 'waits' | 'possible' | 'later' | 'unneeded' | 'impossible'
  readonly words: string
  readonly opens?: WayTarget
  /** The button that does the step. */
  readonly action?: { readonly label: string; readonly opens: WayTarget }
}
export type WayStep = StepState & { readonly name: WayName }

/** Every service and the vault have answered, and the tokens are counted to the last. */
type KnownState = { readonly [K in keyof CollectionState]: NonNullable<CollectionState[K]> } & {
  readonly tokens: { readonly isComplete: true }
}

export const isKnownRoyalty = (state: CollectionState): state is KnownState =>
  state.tokens.isComplete && Object.values(state).every((value) => value !== undefined)

export type CollectionProgress = KnownState & {
  readonly mints: readonly MintSummary[]
  readonly sales: readonly SaleSummary[]
}

export type Way = {
  readonly steps: readonly WayStep[]
  /**
   * The step to do next. None: nothing is left, or the chain has to go on first. Two: to sell and to
   * mint, which the user has not chosen between yet; the last is the more likely one.
   */
  readonly next: readonly WayStep[]
  readonly possible: PossibleActions
}

/** How far a collection is on its way, and which step comes next. */
export const wayOf = (collectionProgress: CollectionProgress): Way => {
  const possible = possibleActions(collectionProgress)
  const steps: readonly WayStep[] = [
    { name: 'import', ...importStep(collectionProgress, possible) },
    { name: 'royalty', ...royaltyStep(collectionProgress, possible) },
    { name: 'mint', ...mintStep(collectionProgress, possible) },
    { name: 'sell', ...sellStep(collectionProgress, possible) },
    { name: 'backup', ...backupStep(collectionProgress, possible) },
  ]
  return { steps, possible, next: nextOf(steps, collectionProgress) }
}

const nextOf = (
  steps: readonly WayStep[],
  collectionProgress: CollectionProgress,
): readonly WayStep[] => {
  const { tokens } = collectionProgress
  const can = (name: WayName) =>
    steps.find((step) => step.name === name && step.state === 'possible' && step.action)
  const first =
    steps.find(({ state, action }) => state === 'waits' && action !== undefined) ??
    (tokens.all === 0 ? can('import') : undefined) ??
    can('royalty') ??
    // Lost keys matter from the first token on chain.
    (tokens.minted > 0 ? can('backup') : undefined)
  if (first !== undefined) return [first]
  const [sell, mint] = [can('sell'), can('mint')]
  // Before the prices are known, what is offered would change under the pointer.
  if (tokens.listed === undefined && (sell ?? mint) !== undefined) return []
  const goal = goalOf(collectionProgress)
  if (goal === 'open' && sell !== undefined && mint !== undefined)
    return tokens.minted > 0 ? [mint, sell] : [sell, mint]
  const chosen = (goal === 'sell' ? (sell ?? mint) : (mint ?? sell)) ?? can('backup')
  return chosen === undefined ? [] : [chosen]
}

/** What the user does with the tokens: what has begun counts before what was chosen. */
const goalOf = ({ tokens, mints, sales, goal }: CollectionProgress) => {
  if (hasListed(tokens)) return 'sell'
  if (mints.some(({ kind }) => kind === 'tokens')) return 'mint'
  return sales.length > 0 ? 'sell' : goal
}

const hasListed = ({ listed }: CollectionProgress['tokens']): boolean => (listed?.count ?? 0) > 0

const locked: StepState = { state: 'impossible', words: words.locked }

const importStep = (
  { tokens }: CollectionProgress,
  { importTokens }: PossibleActions,
): StepState => {
  if (tokens.all > 0)
    return {
      state: 'done',
      words: words.import.tokens(tokens.all),
      ...(importTokens.isPossible ? { opens: 'import' } : {}),
    }
  if (!importTokens.isPossible) return locked
  return {
    state: 'possible',
    words: words.import.none,
    opens: 'import',
    action: { label: words.import.action, opens: 'import' },
  }
}

const royaltyStep = (
  { royalty }: CollectionProgress,
  { payRoyalty }: PossibleActions,
): StepState => {
  if (royalty === 'none') return { state: 'unneeded', words: words.royalty.none }
  if (royalty === 'elsewhere') return { state: 'unneeded', words: words.royalty.elsewhere }
  const shown = { words: text.minting.royalty.states[royalty], opens: 'royalty' } as const
  switch (royalty) {
    case 'minted':
      return { ...shown, state: 'done' }
    case 'minting':
      return { ...shown, state: 'running' }
    case 'impossible':
      return { ...shown, state: 'impossible' }
    case 'awaiting_witnesses':
    case 'failed':
    case 'not_read':
      return { ...shown, state: 'waits', action: { label: words.royalty.show, opens: 'royalty' } }
    case 'unpaid':
      return payRoyalty.isPossible
        ? { ...shown, state: 'possible', action: { label: words.royalty.pay, opens: 'royalty' } }
        : locked
    default:
      return royalty satisfies never
  }
}

const mintStep = (collectionProgress: CollectionProgress, { mint }: PossibleActions): StepState => {
  const { tokens, mints, royalty } = collectionProgress
  if (!mint.isPossible && mint.reason === 'elsewhere')
    return { state: 'unneeded', words: words.mint.elsewhere }
  const active = mints.filter((candidate) => candidate.kind === 'tokens' && isActive(candidate))
  const waiting = active.find(({ status }) => status === 'awaiting_witnesses')
  const [shown] = waiting === undefined ? active : [waiting]
  if (shown !== undefined) {
    const opens = { mintId: shown.id }
    return {
      words: text.minting.states[mintStateOf(shown)],
      opens,
      ...(waiting === undefined
        ? { state: 'running' }
        : { state: 'waits', action: { label: words.mint.continue, opens } }),
    }
  }
  const list = mints.length > 0 ? { opens: 'mints' as const } : {}
  if (!mint.isPossible) return { ...noMint(collectionProgress, mint.reason), ...list }
  // A mint may begin with the royalty token, which is better paid for by itself.
  if (!isRoyaltyDone(royalty)) return { state: 'later', words: words.afterRoyalty, opens: 'mint' }
  return {
    state: 'possible',
    words:
      tokens.minted > 0
        ? words.mint.some(tokens.minted, tokens.all - tokens.burned)
        : words.mint.open(tokens.open),
    opens: 'mint',
    action: { label: words.mint.action, opens: 'mint' },
  }
}

const noMint = ({ tokens }: CollectionProgress, reason: Reason): StepState => {
  if (reason === 'policyLocked') return locked
  if (reason === 'royaltyFirst') return { state: 'later', words: words.afterRoyalty }
  if (reason === 'noTokens') return { state: 'later', words: words.mint.noTokens }
  if (tokens.minted + tokens.burned === 0) return { state: 'later', words: words.mint.reserved }
  return {
    state: 'done',
    words: tokens.minted > 0 ? words.mint.all(tokens.minted) : words.mint.burned,
  }
}

const shareAction = { label: words.sell.share, opens: 'share' } as const
const linkAction = { label: text.sales.sell, opens: 'sell' } as const
const priceAction = { label: words.sell.price, opens: 'price' } as const

const sellStep = ({ tokens, sales }: CollectionProgress, { sell }: PossibleActions): StepState => {
  if (!sell.isPossible && sell.reason === 'elsewhere')
    return { state: 'unneeded', words: words.sell.unsupported }
  const undecided = sales.filter(needsUser).length
  if (undecided > 0)
    return {
      state: 'waits',
      words: words.sell.decide(undecided),
      opens: 'sales',
      action: { label: words.sell.show, opens: 'sales' },
    }
  const running = sales.filter(isMoving).length
  const list = sales.length > 0 ? { opens: 'sales' as const } : {}
  const { listed } = tokens
  if (hasListed(tokens) && sell.isPossible)
    return {
      state: 'possible',
      words: words.sell.listed(listed?.count ?? 0),
      opens: 'share',
      action: shareAction,
    }
  if (running > 0 || tokens.sold > 0)
    return {
      words: running > 0 ? words.sell.running(running) : words.sell.sold(tokens.sold),
      ...list,
      ...(sell.isPossible
        ? { state: 'possible', action: linkAction }
        : { state: running > 0 ? 'running' : 'done' }),
    }
  if (!sell.isPossible) return { ...noSale(sell.reason), ...list }
  if (sales.length > 0)
    return { state: 'possible', words: words.sell.noneOpen, ...list, action: linkAction }
  return {
    state: 'possible',
    words: listed === undefined ? words.sell.counting : words.sell.unpriced,
    opens: 'price',
    action: priceAction,
  }
}

const noSale = (reason: Reason): StepState => {
  if (reason === 'policyLocked') return locked
  if (reason === 'noTokens') return { state: 'later', words: words.sell.noTokens }
  if (reason === 'royaltyFirst') return { state: 'later', words: words.afterRoyalty }
  return { state: 'unneeded', words: words.sell.nothingLeft }
}

const backupStep = ({ backup }: CollectionProgress, { backUp }: PossibleActions): StepState => {
  if (backup === 'practice' || backup === 'elsewhere')
    return { state: 'unneeded', words: words.backup[backup] }
  if (!backUp.isPossible) return { state: 'done', words: words.backup.tested, opens: 'policy' }
  return {
    state: 'possible',
    words: words.backup[backup],
    opens: 'policy',
    action: {
      label: backup === 'made' ? words.backup.test : words.backup.make,
      opens: 'policy',
    },
  }
}
