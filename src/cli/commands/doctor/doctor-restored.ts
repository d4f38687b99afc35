import { restoredStudios } from '#studio/restored-studios.ts'
import { serveHint } from '#cli/terminal/serve-hint.ts'
import { type Check, ok, warning } from './doctor-check.ts'

/** What was paid for sales that a studio reserved after the backup that it was restored from. */
export const checkRestored = (home: string): readonly Check[] =>
  restoredStudios(home).flatMap(({ network, isSearched, payments }) => {
    const name = `payments since the backup, ${network}`
    if (payments.length > 0) return payments.map((text) => warning(name, text))
    return isSearched
      ? [ok(name, 'None at the addresses that may have been given out after the backup.')]
      : [
          warning(
            name,
            `The addresses that may have been given out after the backup are not searched yet. A studio that runs searches them: ${serveHint(network)}`,
          ),
        ]
  })
