import type { CollectionFacts, TokenRow } from '#shared/calls/collections.ts'
import type { PolicyFacts } from '#shared/calls/facts.ts'
import type { SigningEntry } from '#shared/calls/signing.ts'
import { call } from '../bridge.ts'
import type { CollectionRef } from '../data/minting.ts'
import { text } from '../text/en.ts'
import type { MenuEntry } from './context-menu.ts'
import { copy } from './copy.ts'
import { useNavigation } from './navigation.ts'
import { attempt } from './notices.ts'
import { importFrom } from './opened.ts'
import type { Route } from './routes.ts'

/**
 * What can be done with a thing wherever it is listed: the context menus and the palette offer the
 * same entries.
 */
const words = text.menu

const goTo = (label: string, route: Route): MenuEntry => ({
  label,
  run: () => useNavigation.getState().go(route),
})
const copyOf = (label: string, value: string): MenuEntry => ({ label, run: () => void copy(value) })

export const collectionEntries = (
  { name, policy, token_count }: CollectionFacts,
  ref: CollectionRef,
): readonly MenuEntry[] => [
  goTo(words.openCollection, { view: 'collection', ...ref }),
  goTo(words.sales, { view: 'collection', ...ref, part: 'sales' }),
  goTo(words.importInto, { view: 'import', ...ref }),
  ...(token_count === 0 ? [] : [goTo(words.mint, { view: 'mint', ...ref })]),
  'divider',
  copyOf(words.copyName, name),
  copyOf(words.copyPolicyId, policy.policy_id),
]

export const tokenEntries = (
  { name, asset_name, cid }: TokenRow,
  onOpen: () => void,
): readonly MenuEntry[] => [
  { label: words.openToken, run: onOpen },
  'divider',
  copyOf(words.copyName, name),
  copyOf(words.copyAssetName, asset_name),
  ...(cid === null ? [] : [copyOf(words.copyCid, cid)]),
]

export const policyEntries = ({ policyId, name }: PolicyFacts): readonly MenuEntry[] => [
  goTo(words.openPolicy, { view: 'policies', policyId }),
  'divider',
  ...(name === null ? [] : [copyOf(words.copyName, name)]),
  copyOf(words.copyPolicyId, policyId),
]

export const requestEntries = ({ id, firstTxId }: SigningEntry): readonly MenuEntry[] => [
  goTo(words.openRequest, { view: 'signing', requestId: id }),
  'divider',
  copyOf(words.copyTxId, firstTxId),
]

/** A folder on this computer that was imported, or is being imported. */
export const folderEntries = (folder: string): readonly MenuEntry[] => [
  { label: words.importAgain, run: () => importFrom(folder) },
  ...fileEntries(folder, 'open'),
]

/** A file of such a folder, or the folder. */
export const fileEntries = (path: string, how?: 'open'): readonly MenuEntry[] => [
  ...(how === undefined ? [] : [shownBySystem(words.openFolder, path, how)]),
  shownBySystem(words.reveal, path, 'reveal'),
  'divider',
  copyOf(words.copyPath, path),
]

const shownBySystem = (label: string, path: string, how: 'open' | 'reveal'): MenuEntry => ({
  label,
  run: () => void attempt(() => call('app.showInFolder', { path, how })),
})
