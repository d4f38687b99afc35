import { importFormats } from '#contract/imports/import-formats.ts'
import { tableEncodings } from '#values/text/text-encoding.ts'
import { text } from '../text/en.ts'

/** What the window knows of a view. Its parameters are all text. */
export type RouteRow = {
  /** The navigation entry that the view belongs to. */
  readonly section: 'collections' | 'import' | 'policies' | 'signing' | 'events' | 'settings'
  readonly title: string
  /** A service provides its content: offline, a notice with its title replaces it. */
  readonly needsService: boolean
  readonly required?: readonly string[]
  /** Parameters by name: any text, or one of the listed words. */
  readonly optional?: Readonly<Record<string, 'any' | readonly string[]>>
}

const inCollection = ['accountId', 'collectionId'] as const

/**
 * Every view of the window: name, section, parameters, title and offline behaviour. A new view is a
 * row here, a component in `views/pages.tsx` (the types require it) and a folder.
 */
export const routes = {
  start: { section: 'collections', title: text.start.title, needsService: true },
  collections: { section: 'collections', title: text.frame.collections, needsService: true },
  'new-collection': {
    section: 'collections',
    title: text.frame.collections,
    needsService: true,
    /** The folder that it is proposed from. */
    optional: {
      folder: 'any',
      csv: 'any',
      sheet: 'any',
      encoding: tableEncodings,
      format: importFormats,
    },
  },
  collection: {
    section: 'collections',
    title: text.frame.collections,
    needsService: true,
    required: inCollection,
    /** The part of the collection; default: its tokens. */
    optional: { part: ['mints', 'sales', 'analytics', 'rarity'] },
  },
  /** What was deleted at the Local studio. */
  bin: { section: 'collections', title: text.bin.title, needsService: true },
  import: {
    section: 'import',
    title: text.frame.import,
    needsService: true,
    /** With `job` it shows that run instead of a new import. */
    optional: {
      accountId: 'any',
      collectionId: 'any',
      folder: 'any',
      csv: 'any',
      sheet: 'any',
      encoding: tableEncodings,
      format: importFormats,
      job: 'any',
    },
  },
  /** A new mint of a collection, or one that exists. */
  mint: {
    section: 'collections',
    title: text.minting.title,
    needsService: true,
    required: inCollection,
    optional: { mintId: 'any' },
  },
  sale: {
    section: 'collections',
    title: text.sales.part,
    needsService: true,
    required: [...inCollection, 'saleId'],
  },
  policies: {
    section: 'policies',
    title: text.frame.policies,
    needsService: false,
    optional: { policyId: 'any', tab: ['list', 'phrases', 'locks'] },
  },
  signing: {
    section: 'signing',
    title: text.frame.signing,
    needsService: false,
    optional: { requestId: 'any' },
  },
  events: {
    section: 'events',
    title: text.frame.events,
    needsService: false,
    /** Events of sales from services, and the app's log. */
    optional: { tab: ['sales', 'log'] },
  },
  settings: {
    section: 'settings',
    title: text.frame.settings,
    needsService: false,
    optional: {
      section: [
        'accounts',
        'inbox',
        'webhooks',
        'gateways',
        'pinning',
        'vault',
        'computer',
        'appearance',
        'shortcuts',
        'about',
      ],
    },
  },
} as const satisfies Readonly<Record<string, RouteRow>>

type Routes = typeof routes

/** The name of a view. */
export type View = keyof Routes

type Required<R> = R extends { readonly required: infer Names extends readonly string[] }
  ? { readonly [Name in Names[number]]: string }
  : unknown

type Optional<R> = R extends { readonly optional: infer Words }
  ? {
      readonly [Name in keyof Words]?: Words[Name] extends readonly (infer Word)[] ? Word : string
    }
  : unknown

/** The current view with its parameters. */
export type Route<V extends View = View> = {
  [Name in V]: { readonly view: Name } & Required<Routes[Name]> & Optional<Routes[Name]>
}[V]

export type SettingsSection = NonNullable<Route<'settings'>['section']>
export type EventsTab = NonNullable<Route<'events'>['tab']>
export type PoliciesTab = NonNullable<Route<'policies'>['tab']>
