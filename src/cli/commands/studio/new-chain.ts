import { isColdpressError } from '#values/errors/errors.ts'
import { countText } from '#values/text/format.ts'
import { newChainQuestion, setAside } from '#app/home/set-aside.ts'
import { chainDatabase } from '#devnet/home-devnet.ts'
import { countCollections, studioDatabase } from '#studio/home/studio-databases.ts'
import type { CommandAnswer } from '#cli/program.ts'
import type { Session } from '#cli/session.ts'
import { asksInTerminal, type YesOption } from '#cli/terminal/confirmation.ts'

/** Begins a new practice chain; what is on the old one goes with it, for no other chain knows it. */
export const newChainCommand = async (
  session: Session,
  options: YesOption,
): Promise<CommandAnswer> => {
  const home = session.home.path
  const collections = collectionsText(home)
  const asks = asksInTerminal(session, options, { subject: 'A new practice chain' })
  await asks.confirm(newChainQuestion(home, collections))
  const aside = await setAside(home, [
    studioDatabase(home, 'devnet').name,
    'submissions/devnet.db',
    chainDatabase(home).name,
  ])
  return {
    json: { home, set_aside: aside },
    text: `The next use of the devnet begins a new chain. The old one, with ${collections}, is in ${aside}.`,
  }
}

/** A database that cannot be read any more is no reason to stay with its chain. */
const collectionsText = (home: string): string => {
  try {
    return countText(countCollections(home, 'devnet'), 'collection')
  } catch (error) {
    if (isColdpressError(error, 'corrupt')) return 'collections that cannot be read'
    throw error
  }
}
