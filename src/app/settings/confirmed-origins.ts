import { z } from 'zod'
import { shortText } from '#values/bounds/bounded.ts'
import type { Database, Schema } from '#platform/db/database.ts'
import type { Asks, Question } from '../asks.ts'

/** One row for each origin (scheme, host and port) to which the user allowed requests. */
export const confirmedOriginsSchema: Schema = {
  name: 'confirmed_origins',
  steps: [
    `CREATE TABLE confirmed_origins (
      origin TEXT PRIMARY KEY,
      confirmed_at TEXT NOT NULL
    ) STRICT`,
  ],
}

const originRow = z.object({ origin: shortText })

/** No call of the window writes here without the user's confirmation. */
export type ConfirmedOrigins = {
  readonly has: (origin: string) => boolean
  readonly add: (origin: string) => void
}

export const createConfirmedOrigins = ({
  db,
  now = () => new Date(),
}: {
  readonly db: Database
  readonly now?: () => Date
}): ConfirmedOrigins => ({
  has: (origin) =>
    db.get(originRow, 'SELECT origin FROM confirmed_origins WHERE origin = :origin', { origin }) !==
    undefined,
  add: (origin) => {
    db.insert(
      'confirmed_origins',
      { origin, confirmed_at: now().toISOString() },
      'ON CONFLICT DO NOTHING',
    )
  },
})

type KnownAddresses = {
  readonly confirmedOrigins: ConfirmedOrigins
  readonly accounts: { readonly list: () => readonly { readonly baseUrl: string }[] }
  readonly gateways: {
    readonly list: () => readonly { readonly baseUrl: string }[]
  }
  readonly pinTargets: { readonly list: () => readonly { readonly url: string | null }[] }
}

/**
 * Lets the user confirm addresses before the first transaction to them. An invalid address is
 * ignored here; the call that uses it reports its field.
 * @param purpose what is sent there, as a sentence
 * @throws ColdpressError as `Asks.confirm`
 */
export const confirmConnections = async (
  context: KnownAddresses & { readonly asks: Asks },
  addresses: readonly string[],
  purpose: string,
): Promise<void> => {
  const origins = new Set(addresses.flatMap((address) => originOf(address) ?? []))
  const fresh = [...origins].filter((origin) => !isKnown(context, origin))
  const [only, ...more] = fresh
  if (only === undefined) return
  await context.asks.confirm({
    kind: 'connect',
    question: `Let Coldpress connect to ${more.length === 0 ? new URL(only).host : `${fresh.length} new addresses`}?`,
    lines: [
      ...fresh.map((origin) => `Address: ${origin}`),
      purpose,
      'Coldpress has not used this before. Say no if you did not just ask for it yourself.',
    ],
    yes: 'Connect',
  })
  for (const origin of fresh) context.confirmedOrigins.add(origin)
}

const originOf = (address: string): string | undefined => {
  const url = URL.parse(address.trim())
  return url !== null && /^https?:$/u.test(url.protocol) ? url.origin : undefined
}

/** Confirmed before, or set up on this computer, which needs a confirmation or the command line. */
const isKnown = (
  { confirmedOrigins, accounts, gateways, pinTargets }: KnownAddresses,
  origin: string,
): boolean =>
  confirmedOrigins.has(origin) ||
  [
    ...accounts.list().map(({ baseUrl }) => baseUrl),
    ...gateways.list().map(({ baseUrl }) => baseUrl),
    ...pinTargets.list().map(({ url }) => url ?? ''),
  ].some((address) => originOf(address) === origin)

/** Asked before an app that was started offline may connect to anything. */
export const onlineQuestion: Question = {
  kind: 'go_online',
  question: 'Restart Coldpress with the network?',
  lines: [
    'Coldpress ends, and starts again online: it asks services and gateways, and the Local studio runs.',
    'The keys in its vault are then on a computer with a network. Say no if they must never be.',
    'Say no if you did not just ask for it yourself.',
  ],
  yes: 'Restart online',
}
