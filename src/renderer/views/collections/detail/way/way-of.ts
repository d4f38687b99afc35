import type { BackupState } from '#shared/calls/facts.ts'
import type { MintSummary, RoyaltyFacts } from '#shared/calls/minting.ts'
import type { SaleSummary } from '#shared/calls/sales.ts'
import { isActive } from '#renderer/data/minting.ts'
import { isMoving, needsUser } from '#renderer/data/sales.ts'
import { text } from '#renderer/text/en.ts'
import { stateOf } from '../../../minting/mint-state.tsx'

const words = text.way

type WayName = keyof typeof words.names

/** What a step opens: a view, a part of the collection, a dialog, or a mint. */
export type WayTarget =
  | 'import'
  | 'royalty'
  | 'mint'
  | 'mints'
  | 'sell'
  | 'sales'
  | 'policy'
  | { readonly mintId: string }

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

export type WayFacts = {
  /** `open`: neither minted nor reserved. */
  readonly tokens: {
    readonly all: number
    readonly open: number
    readonly minted: number
    readonly burned: number
    readonly sold: number
  }
  /** `elsewhere`: its service does not tell. */
  readonly royalty: RoyaltyFacts['status'] | 'none' | 'elsewhere'
  readonly isLocked: boolean
  /** The service mints for own use. */
  readonly canMint: boolean
  readonly mints: readonly MintSummary[]
  readonly canSell: boolean
  readonly sales: readonly SaleSummary[]
  /** `elsewhere`: this computer has none of the policy's keys. */
  readonly backup: BackupState['state'] | 'practice' | 'elsewhere'
}

export type Way = {
  readonly steps: readonly WayStep[]
  /** The step to do next; undefined: nothing is left, or the chain has to go on first. */
  readonly next: WayStep | undefined
  /** Tokens are left that can be put on sale. */
  readonly canSell: boolean
}

/** How far a collection is on its way, and which step comes next. */
export const wayOf = (facts: WayFacts): Way => {
  const steps: readonly WayStep[] = [
    { name: 'import', ...importStep(facts) },
    { name: 'royalty', ...royaltyStep(facts) },
    { name: 'mint', ...mintStep(facts) },
    { name: 'sell', ...sellStep(facts) },
    { name: 'backup', ...backupStep(facts) },
  ]
  const can = (name: WayName) =>
    steps.find((step) => step.name === name && step.state === 'possible' && step.action)
  const isSelling = facts.sales.length > 0 && !facts.mints.some(({ kind }) => kind === 'tokens')
  return {
    steps,
    canSell: canSellMore(facts),
    next:
      steps.find(({ state, action }) => state === 'waits' && action !== undefined) ??
      (facts.tokens.all === 0 ? can('import') : undefined) ??
      can('royalty') ??
      // Lost keys matter from the first token on chain.
      (facts.tokens.minted > 0 ? can('backup') : undefined) ??
      (isSelling ? can('sell') : undefined) ??
      can('mint') ??
      can('sell') ??
      can('backup'),
  }
}

const locked: StepState = { state: 'impossible', words: words.locked }

const importStep = ({ tokens, isLocked }: WayFacts): StepState => {
  if (tokens.all > 0)
    return {
      state: 'done',
      words: words.import.tokens(tokens.all),
      ...(isLocked ? {} : { opens: 'import' }),
    }
  if (isLocked) return locked
  return {
    state: 'possible',
    words: words.import.none,
    opens: 'import',
    action: { label: words.import.action, opens: 'import' },
  }
}

const royaltyStep = ({ royalty, isLocked }: WayFacts): StepState => {
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
      return { ...shown, state: 'waits', action: { label: words.royalty.show, opens: 'royalty' } }
    case 'unpaid':
      return isLocked
        ? locked
        : { ...shown, state: 'possible', action: { label: words.royalty.pay, opens: 'royalty' } }
    default:
      return royalty satisfies never
  }
}

/** The royalty token must be minted before any other. */
const isRoyaltyMissing = ({ royalty }: WayFacts): boolean =>
  royalty !== 'none' && royalty !== 'elsewhere' && royalty !== 'minted'

const mintStep = (facts: WayFacts): StepState => {
  const { tokens, canMint, mints, isLocked } = facts
  if (!canMint) return { state: 'unneeded', words: words.mint.elsewhere }
  const active = mints.filter((mint) => mint.kind === 'tokens' && isActive(mint))
  const waiting = active.find(({ status }) => status === 'awaiting_witnesses')
  const [shown] = waiting === undefined ? active : [waiting]
  if (shown !== undefined) {
    const opens = { mintId: shown.id }
    return {
      words: text.minting.states[stateOf(shown)],
      opens,
      ...(waiting === undefined
        ? { state: 'running' }
        : { state: 'waits', action: { label: words.mint.continue, opens } }),
    }
  }
  const list = mints.length > 0 ? { opens: 'mints' as const } : {}
  if (tokens.all === 0) return { state: 'later', words: words.mint.noTokens, ...list }
  if (tokens.open === 0)
    return tokens.minted + tokens.burned > 0
      ? {
          state: 'done',
          words: tokens.minted > 0 ? words.mint.all(tokens.minted) : words.mint.burned,
          ...list,
        }
      : { state: 'later', words: words.mint.reserved, ...list }
  if (isLocked) return { ...locked, ...list }
  if (isRoyaltyMissing(facts)) return { state: 'later', words: words.afterRoyalty }
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

const canSellMore = (facts: WayFacts): boolean =>
  facts.canSell && facts.tokens.open > 0 && !facts.isLocked && !isRoyaltyMissing(facts)

const sell = { label: text.sales.sell, opens: 'sell' } as const

const sellStep = (facts: WayFacts): StepState => {
  const { tokens, canSell, sales, isLocked } = facts
  if (!canSell) return { state: 'unneeded', words: words.sell.unsupported }
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
  const isPossible = canSellMore(facts)
  if (running > 0 || tokens.sold > 0)
    return {
      words: running > 0 ? words.sell.running(running) : words.sell.sold(tokens.sold),
      ...list,
      ...(isPossible
        ? { state: 'possible', action: sell }
        : { state: running > 0 ? 'running' : 'done' }),
    }
  if (tokens.all === 0) return { state: 'later', words: words.sell.noTokens }
  if (tokens.open === 0) return { state: 'unneeded', words: words.sell.nothingLeft, ...list }
  if (isLocked) return { ...locked, ...list }
  if (!isPossible) return { state: 'later', words: words.afterRoyalty, ...list }
  return {
    state: 'possible',
    words: words.sell.possible,
    opens: 'sell',
    action: sell,
  }
}

const backupStep = ({ backup }: WayFacts): StepState => {
  if (backup === 'practice' || backup === 'elsewhere')
    return { state: 'unneeded', words: words.backup[backup] }
  if (backup === 'tested') return { state: 'done', words: words.backup.tested, opens: 'policy' }
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
