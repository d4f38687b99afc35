import type { Core } from '#app/create-core.ts'
import type { ConfirmingContext } from './confirmations.ts'

type Known = Pick<Core, 'accounts' | 'gateways' | 'pinTargets' | 'confirmedOrigins'>

/**
 * Lets the user confirm addresses before the first transaction to them. An invalid address is
 * ignored here; the call that uses it reports its field.
 * @param purpose what is sent there, as a sentence
 * @throws ColdpressError as `Confirmations.ask`
 */
export const confirmAddresses = async (
  { core, confirmations }: Pick<ConfirmingContext, 'confirmations'> & { readonly core: Known },
  addresses: readonly string[],
  purpose: string,
): Promise<void> => {
  const origins = new Set(addresses.flatMap((address) => originOf(address) ?? []))
  const fresh = [...origins].filter((origin) => !isKnown(core, origin))
  const [only, ...more] = fresh
  if (only === undefined) return
  await confirmations.ask({
    kind: 'connect',
    question: `Let Coldpress connect to ${more.length === 0 ? new URL(only).host : `${fresh.length} new addresses`}?`,
    lines: [
      ...fresh.map((origin) => `Address: ${origin}`),
      purpose,
      'Coldpress has not used this before. Say no if you did not just ask for it yourself.',
    ],
    yes: 'Connect',
  })
  for (const origin of fresh) core.confirmedOrigins.add(origin)
}

const originOf = (address: string): string | undefined => {
  const url = URL.parse(address.trim())
  return url !== null && /^https?:$/u.test(url.protocol) ? url.origin : undefined
}

/** Confirmed before, or set up on this computer, which needs a confirmation or the command line. */
const isKnown = (core: Known, origin: string): boolean =>
  core.confirmedOrigins.has(origin) ||
  [
    ...core.accounts.list().map(({ baseUrl }) => baseUrl),
    ...core.gateways.list().map(({ baseUrl }) => baseUrl),
    ...core.pinTargets.list().map(({ url }) => url ?? ''),
  ].some((address) => originOf(address) === origin)
