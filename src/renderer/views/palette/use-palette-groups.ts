import { useQueries } from '@tanstack/react-query'
import { useMemo } from 'react'
import { commandOfName, shortcutsOf, type WindowCommand } from '#contract/commands.ts'
import type { CollectionDetails } from '#contract/collections/calls.ts'
import { useIsOffline } from '#renderer/data/app.ts'
import { callQuery } from '#renderer/data/call-query.ts'
import type { CollectionRef } from '#renderer/data/minting.ts'
import type { PossibleActions } from '#renderer/data/possible-actions.ts'
import { useTokens } from '#renderer/data/tokens.ts'
import { useCall } from '#renderer/data/use-call.ts'
import { useAccounts } from '#renderer/stores/accounts.ts'
import { noFilter, useCollection } from '#renderer/stores/collection.ts'
import { paletteCommands } from '#renderer/stores/commands.ts'
import { collectionEntries } from '#renderer/stores/menu-entries.ts'
import { collectionOf, useNavigation } from '#renderer/stores/navigation.ts'
import { importFrom } from '#renderer/stores/opened.ts'
import { type Route, routes } from '#renderer/stores/routes.ts'
import { text } from '#renderer/text/en.ts'
import { usePossibleActions } from '../collections/use-possible-actions.ts'
import type { PaletteGroup, PaletteItem } from './find-items.ts'
import type { CallOutput } from '#contract/window/calls.ts'
import { isMac } from '#renderer/stores/is-mac.ts'

const words = text.palette.groups

/** What the palette offers now. */
export const usePaletteGroups = (): readonly PaletteGroup[] => {
  const recent = useCall('app.recentFolders', null).data ?? []
  const here = useOpenCollection()
  const collections = useCollectionItems()
  const tokens = useTokenItems(here?.ref)
  const policies = usePolicyItems()
  const commands = paletteCommands()
  const host = useCall('app.info', null).data?.host
  const ofMenu = (isView: boolean) =>
    commands
      .filter(({ name }) => (commandOfName(name).menu === 'go') === isView)
      .map((command) => commandItem(command, host))
  return [
    ...(here === undefined
      ? []
      : [{ title: words.here(here.collection.name), isFirst: true, items: itemsHere(here) }]),
    { title: words.views, isFirst: true, items: ofMenu(true) },
    { title: words.collections, items: collections },
    { title: words.tokens, items: tokens },
    { title: words.policies, items: policies },
    { title: words.recent, isFirst: true, items: recent.map(folderItem) },
    { title: words.commands, isFirst: true, items: ofMenu(false) },
    { title: words.settings, items: settingsItems },
  ]
}

type OpenCollection = {
  readonly ref: CollectionRef
  readonly collection: CollectionDetails
  readonly possible: PossibleActions
}

/** The collection that the current view belongs to. */
const useOpenCollection = (): OpenCollection | undefined => {
  const route = useNavigation((store) => store.route)
  const ref = collectionOf(route)
  const { data: collection } = useCall('collections.get', ref)
  const possible = usePossibleActions(ref)
  return ref === undefined || collection === undefined || possible === undefined
    ? undefined
    : { ref, collection, possible }
}

const itemsHere = ({ ref, collection, possible }: OpenCollection): readonly PaletteItem[] =>
  collectionEntries(collection, ref, possible).flatMap((entry) =>
    entry === 'divider'
      ? []
      : [
          {
            id: `here ${entry.command}`,
            label: commandOfName(entry.command).label,
            keywords: collection.name,
            run: entry.run,
          },
        ],
  )

const goTo = (route: Route) => () => useNavigation.getState().go(route)

/** Of every account; one that does not answer offers none. Offline, none is asked. */
const useCollectionItems = (): readonly PaletteItem[] => {
  const { accounts } = useAccounts()
  const isOffline = useIsOffline()
  const asked = isOffline ? [] : accounts
  const answers = useQueries({
    queries: asked.map(({ id }) => ({
      ...callQuery('collections.list', { accountId: id }),
      retry: false,
    })),
  })
  return asked.flatMap(({ id: accountId, name }, index) =>
    (answers[index]?.data ?? []).map((collection) => ({
      id: `${accountId} ${collection.id}`,
      label: collection.name,
      hint: `${name} · ${text.common.networks[collection.chain]}`,
      keywords: collection.policy.policy_id,
      run: goTo({ view: 'collection', accountId, collectionId: collection.id }),
    })),
  )
}

/** The tokens of the open collection, as far as they are loaded. */
const useTokenItems = (ref: CollectionRef | undefined): readonly PaletteItem[] => {
  const { tokens } = useTokens(ref)
  return useMemo(
    () =>
      ref === undefined
        ? []
        : tokens.map((token) => ({
            id: token.id,
            label: token.name,
            hint: token.asset_name,
            run: () => {
              useCollection.getState().change({ filter: noFilter, tokenId: token.id })
              goTo({ view: 'collection', ...ref })()
            },
          })),
    // The reference is created at each render.
    // oxlint-disable-next-line react-hooks/exhaustive-deps
    [tokens, ref?.accountId, ref?.collectionId],
  )
}

const usePolicyItems = (): readonly PaletteItem[] => {
  const { data: policies = [] } = useCall('policies.list', null)
  return policies.map(({ policyId, name, network }) => ({
    id: policyId,
    label: name ?? text.palette.unnamedPolicy,
    hint: text.common.networks[network],
    keywords: policyId,
    run: goTo({ view: 'policies', policyId }),
  }))
}

const folderItem = (folder: string): PaletteItem => ({
  id: `folder ${folder}`,
  label: folder.replace(/^.*[/\\](?=[^/\\])/u, ''),
  hint: folder,
  run: () => importFrom(folder),
})

const settingsItems: readonly PaletteItem[] = routes.settings.optional.section.map((section) => ({
  id: `settings ${section}`,
  label: text.settings.sections[section],
  hint: text.frame.settings,
  run: goTo({ view: 'settings', section }),
}))

/** A command in the palette, with the first of its shortcuts that reaches the window. */
export const commandItem = (
  { name, run }: { readonly name: WindowCommand; readonly run: () => void },
  host: CallOutput<'app.info'>['host'] | undefined,
): PaletteItem => {
  const [keys] = shortcutsOf(name, isMac, host)
  const { label } = commandOfName(name)
  return { id: name, label, run, ...(keys === undefined ? {} : { keys }) }
}
