import type { ReceiverRole } from '#contract/receivers/calls.ts'
import { isColdpressError } from '#values/errors/errors.ts'
import { parseAddress } from './addresses.ts'

/** A table of receivers may name thousands. */
const mostNamed = 20

/**
 * What speaks against sending to these addresses, in sentences. None of it is a reason to refuse: the
 * address of a multi-signature wallet is a script's too. Text that is no address has no warning; the
 * call that uses it refuses it.
 */
export const receiverWarnings = (
  role: ReceiverRole,
  addresses: readonly string[],
): readonly string[] => {
  const scripts = [...new Set(addresses.flatMap((text) => scriptAddress(text) ?? []))]
  const rest = scripts.length - mostNamed
  return [
    ...scripts
      .slice(0, mostNamed)
      .map(
        (address) =>
          `The ${role} ${address} is that of a script, not of a key. What it receives can be moved only as that script allows: make sure that you can satisfy it, as with a multi-signature wallet.`,
      ),
    ...(rest > 0 ? [`${rest} more of these addresses are those of scripts.`] : []),
  ]
}

/** The address as it is written, where a script rules what it receives. */
const scriptAddress = (text: string): string | undefined => {
  try {
    const { bech32, isScript } = parseAddress(text)
    return isScript ? bech32 : undefined
  } catch (error) {
    if (isColdpressError(error, 'invalid')) return undefined
    throw error
  }
}

/** An address in a list of receivers, with a note where it is that of a script. */
export const withScriptNote = (address: string): string =>
  scriptAddress(address) === undefined ? address : `${address} (that of a script, not of a key)`
