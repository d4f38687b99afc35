import type { TokenRow } from '#contract/collections/calls.ts'
import { limits } from '#values/bounds/limits.ts'
import { type CollectionState, isRoyaltyDone } from './collection-state.ts'
import { canBeginMint } from './minting.ts'
import { hasTokensInUse } from './token-counts.ts'
import { canBeSold, canChange, isMinted } from './token-status.ts'

/** Why something cannot be done with a collection or its tokens; `text.reasons` says it. */
export type Reason =
  /** A service has not answered yet, or tokens are still to be loaded. */
  | 'unknown'
  /** Its service does not do it. */
  | 'elsewhere'
  | 'policyLocked'
  | 'noTokens'
  /** Each token is minted, burned, reserved or part of a mint. */
  | 'noneOpen'
  | 'noneMinted'
  | 'tooMany'
  | 'royaltyFirst'
  | 'noRoyaltyDue'
  | 'keysElsewhere'
  | 'keysHere'
  | 'noBackupDue'
  | 'tokensInUse'

/** What the user can do with a collection, and with tokens of it. */
export type PossibleAction =
  | 'importTokens'
  | 'payRoyalty'
  | 'mint'
  | 'sell'
  | 'setPrice'
  | 'burn'
  | 'editTokens'
  | 'deleteTokens'
  | 'backUp'
  | 'exportPolicy'
  | 'deleteCollection'

/** What an action would concern: of the chosen tokens those that allow it, else as many as are counted. */
type Subjects = { readonly tokens: readonly TokenRow[]; readonly count: number }

export type Possibility = Subjects &
  ({ readonly isPossible: true } | { readonly isPossible: false; readonly reason: Reason })

export type PossibleActions = Readonly<Record<PossibleAction, Possibility>>

/**
 * What can be done with a collection. The way of a collection, the selection, menus, the palette,
 * dialogs and forms all ask this.
 * @param chosen the tokens it is about; default: all, as far as they are counted
 */
export const possibleActions = (
  state: CollectionState,
  chosen?: readonly TokenRow[],
): PossibleActions => {
  const { tokens, isLocked, royalty, canMint, canSell } = state
  const decide = (
    subjects: Subjects,
    /** The first that holds is the reason. */
    ...reasons: readonly (Reason | false | undefined)[]
  ): Possibility => {
    const reason = reasons.find((candidate) => candidate !== false && candidate !== undefined)
    return typeof reason === 'string'
      ? { ...subjects, isPossible: false, reason }
      : { ...subjects, isPossible: true }
  }
  const of = (isMeant: (token: TokenRow) => boolean, counted: number): Subjects => {
    const meant = chosen?.filter(isMeant)
    return { tokens: meant ?? [], count: meant?.length ?? counted }
  }
  const all = of(() => true, tokens.all)
  const open = of(canBeSold, tokens.open)
  const minted = of(isMinted, tokens.minted)
  const changeable = of(canChange, tokens.changeable)
  const isCounted = chosen !== undefined || tokens.isComplete
  /** The reason why there are none of them. */
  const none = ({ count }: Subjects, reason: Reason): Reason | false =>
    count === 0 && (isCounted ? reason : 'unknown')
  const noneOpen = all.count === 0 ? 'noTokens' : none(open, 'noneOpen')
  const locked = isLocked && 'policyLocked'
  const unserved = (can: boolean | undefined): Reason | false =>
    can === undefined ? 'unknown' : !can && 'elsewhere'
  return {
    importTokens: decide(all, locked),
    payRoyalty: decide(
      all,
      royalty === undefined ? 'unknown' : royalty !== 'unpaid' && 'noRoyaltyDue',
      locked,
    ),
    mint: decide(open, unserved(canMint), noneOpen, locked, beforeRoyalty(royalty, canBeginMint)),
    sell: decide(
      open,
      unserved(canSell),
      noneOpen,
      locked,
      beforeRoyalty(royalty),
      chosen !== undefined && open.count > limits.tokensPerSale && 'tooMany',
    ),
    setPrice: decide(open, unserved(canSell), noneOpen, locked),
    burn: decide(minted, unserved(canMint), none(minted, 'noneMinted'), locked),
    editTokens: decide(changeable, none(changeable, 'noneOpen')),
    deleteTokens: decide(changeable, none(changeable, 'noneOpen')),
    backUp: decide(all, noBackup(state)),
    exportPolicy: decide(all, noExport(state)),
    deleteCollection: decide(all, keptByService(state)),
  }
}

/** The royalty token must be minted before any other; a mint may begin with it. */
const beforeRoyalty = (
  royalty: CollectionState['royalty'],
  canInclude: typeof canBeginMint = () => false,
): Reason | undefined => {
  if (royalty === undefined) return 'unknown'
  return isRoyaltyDone(royalty) || canInclude(royalty) ? undefined : 'royaltyFirst'
}

const noBackup = ({ backup }: CollectionState): Reason | undefined => {
  if (backup === undefined) return 'unknown'
  if (backup === 'elsewhere') return 'keysElsewhere'
  return backup === 'practice' || backup === 'tested' ? 'noBackupDue' : undefined
}

const noExport = ({ keys }: CollectionState): Reason | undefined => {
  if (keys === undefined) return 'unknown'
  if (keys === 'none') return 'keysElsewhere'
  return keys === 'all' ? 'keysHere' : undefined
}

/** A service keeps a collection with tokens that are minted, sold or reserved. */
const keptByService = ({ isPractice, tokens }: CollectionState): Reason | undefined => {
  if (isPractice) return undefined
  const isInUse = hasTokensInUse(tokens)
  if (isInUse === undefined) return 'unknown'
  return isInUse ? 'tokensInUse' : undefined
}
