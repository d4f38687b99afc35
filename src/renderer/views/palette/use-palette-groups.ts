import { useDebouncedValue } from '@mantine/hooks'
import { useQueries } from '@tanstack/react-query'
import { Command, Folder, KeyRound, Settings, SunMoon } from 'lucide-react'
import { useMemo } from 'react'
import {
  commandOfName,
  type ContextCommand,
  shortcutsOf,
  type WindowCommand,
} from '#contract/commands.ts'
import type { PolicyView } from '#contract/policies/policy-view.ts'
import { settings } from '#contract/settings/settings.ts'
import type { CollectionDetails } from '#contract/collections/calls.ts'
import { useIsOffline } from '#renderer/data/app.ts'
import { callQuery } from '#renderer/data/call-query.ts'
import { change } from '#renderer/data/change.ts'
import { type CollectionRef, isSameCollection } from '#renderer/data/minting.ts'
import type { PossibleActions } from '#renderer/data/possible-actions.ts'
import { useTokens } from '#renderer/data/tokens.ts'
import { useCall } from '#renderer/data/use-call.ts'
import { useAccounts } from '#renderer/stores/accounts.ts'
import { noFilter, useCollection } from '#renderer/stores/collection.ts'
import { paletteCommands } from '#renderer/stores/commands.ts'
import {
  beginStep,
  collectionEntries,
  collectionSteps,
  policyEntries,
} from '#renderer/stores/menu-entries.ts'
import { attempt } from '#renderer/stores/notices.ts'
import { collectionOf, useNavigation } from '#renderer/stores/navigation.ts'
import { importFrom } from '#renderer/stores/opened.ts'
import { openPolicyDialog } from '#renderer/stores/policy-dialog.ts'
import { type Route, routes } from '#renderer/stores/routes.ts'
import { text } from '#renderer/text/en.ts'
import { iconOfSection } from '../frame/sections.ts'
import { usePossibleActions } from '../collections/use-possible-actions.ts'
import type { PaletteGroup, PaletteItem } from './find-items.ts'
import type { CallOutput } from '#contract/window/calls.ts'
import { isMac } from '#renderer/stores/is-mac.ts'

const words = text.palette.groups

/** What the palette offers for what is typed. */
export const usePaletteGroups = (query: string): readonly PaletteGroup[] => {
  const recent = useCall('app.recentFolders', null).data ?? []
  const here = useOpenCollection()
  const collections = useCollections()
  const tokens = useTokenItems(here?.ref)
  const tokensElsewhere = useFoundTokens(query, here?.ref)
  const policies = useCall('policies.list', null).data ?? []
  const openPolicy = useOpenPolicy(policies)
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
    ...(openPolicy === undefined
      ? []
      : [
          {
            title: words.here(policyName(openPolicy)),
            isFirst: true,
            items: policyVerbItems(openPolicy),
          },
        ]),
    { title: words.views, isFirst: true, items: ofMenu(true) },
    { title: words.collections, items: collections.map(collectionItem) },
    { title: words.tokens, items: [...tokens, ...tokensElsewhere(collections)] },
    {
      title: words.verbs,
      items: [
        ...collections
          .filter(({ ref }) => here === undefined || !isSameCollection(ref, here.ref))
          .flatMap(verbItems),
        ...policies.filter((policy) => policy !== openPolicy).flatMap(policyVerbItems),
        ...policiesItems,
      ],
    },
    { title: words.policies, items: policies.map(policyItem) },
    { title: words.recent, isFirst: true, items: recent.map(folderItem) },
    { title: words.commands, isFirst: true, items: ofMenu(false) },
    { title: words.settings, items: [...settingsItems, ...appearanceItems] },
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
            picture: pictureOf(collection),
            label: commandOfName(entry.command).label,
            keywords: collection.name,
            run: entry.run,
          },
        ],
  )

const goTo = (route: Route) => () => useNavigation.getState().go(route)

type ListedCollection = {
  readonly ref: CollectionRef
  readonly account: string
  readonly collection: CollectionDetails
}

/** Of every account; one that does not answer offers none. Offline, none is asked. */
const useCollections = (): readonly ListedCollection[] => {
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
      ref: { accountId, collectionId: collection.id },
      account: name,
      collection,
    })),
  )
}

const pictureOf = ({ images }: CollectionDetails) => ({ cid: images[0] ?? null })

const idOf = ({ accountId, collectionId }: CollectionRef): string => `${accountId} ${collectionId}`

const collectionItem = ({ ref, account, collection }: ListedCollection): PaletteItem => ({
  id: idOf(ref),
  picture: pictureOf(collection),
  label: collection.name,
  hint: `${account} · ${text.common.networks[collection.chain]}`,
  keywords: collection.policy.policy_id,
  run: goTo({ view: 'collection', ...ref }),
})

/** What can be begun with a collection that no view has open. */
const verbItems = ({ ref, collection }: ListedCollection): readonly PaletteItem[] =>
  collectionSteps.map((step) => ({
    id: `${step.action} ${idOf(ref)}`,
    picture: pictureOf(collection),
    label: commandOfName(step.action).label,
    hint: collection.name,
    keywords: text.palette.synonyms[step.action],
    run: () => void attempt(() => beginStep(step, collection, ref)),
  }))

/** The tokens of the open collection, as far as they are loaded. */
const useTokenItems = (ref: CollectionRef | undefined): readonly PaletteItem[] => {
  const { tokens } = useTokens(ref)
  return useMemo(
    () =>
      ref === undefined
        ? []
        : tokens.map((token) => ({
            id: token.id,
            picture: token,
            label: token.name,
            hint: token.asset_name,
            run: () => openToken(ref, token.id),
          })),
    // The reference is created at each render.
    // oxlint-disable-next-line react-hooks/exhaustive-deps
    [tokens, ref?.accountId, ref?.collectionId],
  )
}

/** Shorter texts are in nearly every name. */
const leastOfSearch = 2

/** Tokens of the Local studios whose name has what is typed, but those of the open collection. */
const useFoundTokens = (query: string, open: CollectionRef | undefined) => {
  const [settled] = useDebouncedValue(query.trim().slice(0, 100), 150)
  const isOffline = useIsOffline()
  const isAsked = settled.length >= leastOfSearch && !isOffline
  const { data } = useCall('tokens.find', isAsked ? { name: settled } : undefined, {
    keepsPrevious: true,
  })
  return (collections: readonly ListedCollection[]): readonly PaletteItem[] => {
    const names = new Map(collections.map(({ ref, collection }) => [idOf(ref), collection.name]))
    return (data ?? [])
      .filter((token) => open === undefined || !isSameCollection(token, open))
      .map(({ accountId, collectionId, tokenId, name, assetName, cid }) => {
        const ref = { accountId, collectionId }
        return {
          id: tokenId,
          picture: { cid },
          label: name,
          hint: names.get(idOf(ref)) ?? assetName,
          keywords: assetName,
          run: () => openToken(ref, tokenId),
        }
      })
  }
}

const openToken = (ref: CollectionRef, tokenId: string): void => {
  goTo({ view: 'collection', ...ref })()
  useCollection.getState().change({ filter: noFilter, tokenId })
}

const policyName = ({ name }: PolicyView): string => name ?? text.palette.unnamedPolicy

const policyItem = (policy: PolicyView): PaletteItem => ({
  id: policy.policyId,
  picture: KeyRound,
  label: policyName(policy),
  hint: text.common.networks[policy.network],
  keywords: policy.policyId,
  run: goTo({ view: 'policies', policyId: policy.policyId }),
})

/** The policy whose page is shown. */
const useOpenPolicy = (policies: readonly PolicyView[]): PolicyView | undefined => {
  const route = useNavigation((store) => store.route)
  const policyId = route.view === 'policies' ? route.policyId : undefined
  return policies.find((policy) => policy.policyId === policyId)
}

/** What can be done with a policy; the group of policies opens it. */
const policyVerbItems = (policy: PolicyView): readonly PaletteItem[] =>
  policyEntries(policy).flatMap((entry) =>
    entry === 'divider' || entry.command === 'open'
      ? []
      : [
          {
            id: `${entry.command} ${policy.policyId}`,
            picture: KeyRound,
            label: commandOfName(entry.command).label,
            hint: policyName(policy),
            keywords: policySynonyms[entry.command] ?? '',
            run: entry.run,
          },
        ],
  )

const policySynonyms: Readonly<Partial<Record<ContextCommand, string>>> = text.palette.synonyms

/** What can be done without a policy, or with all of them. */
const policiesItems: readonly PaletteItem[] = (
  [
    ['generate', text.policies.create],
    ['import', text.palette.importPolicy],
    ['restore', text.policies.backup.restoreAny],
    ['testAny', text.policies.backup.testAnyBackup],
    ['inspect', text.policies.inspect],
  ] as const
).map(([dialog, label]) => ({
  id: `policies ${dialog}`,
  picture: KeyRound,
  label,
  hint: text.policies.title,
  keywords: text.palette.policySynonyms[dialog],
  run: () => openPolicyDialog({ dialog }),
}))

const folderItem = (folder: string): PaletteItem => ({
  id: `folder ${folder}`,
  picture: Folder,
  label: folder.replace(/^.*[/\\](?=[^/\\])/u, ''),
  hint: folder,
  run: () => importFrom(folder),
})

const settingsItems: readonly PaletteItem[] = routes.settings.optional.section.map((section) => ({
  id: `settings ${section}`,
  picture: Settings,
  label: text.settings.sections[section],
  hint: text.frame.settings,
  keywords: section === 'webhooks' ? text.palette.synonyms.webhooks : '',
  run: goTo({ view: 'settings', section }),
}))

const appearanceItems: readonly PaletteItem[] = settings.shape.appearance.options.map(
  (appearance) => ({
    id: `appearance ${appearance}`,
    picture: SunMoon,
    label: text.palette.appearance(text.settings.appearance.choices[appearance]),
    keywords: text.palette.synonyms.appearance,
    run: () => void attempt(() => change('app.changeSettings', { appearance })),
  }),
)

/** A command in the palette, with the first of its shortcuts that reaches the window. */
export const commandItem = (
  { name, run }: { readonly name: WindowCommand; readonly run: () => void },
  host: CallOutput<'app.info'>['host'] | undefined,
): PaletteItem => {
  const [keys] = shortcutsOf(name, isMac, host)
  const { label } = commandOfName(name)
  const picture = iconOfSection(name) ?? Command
  return { id: name, picture, label, run, ...(keys === undefined ? {} : { keys }) }
}
