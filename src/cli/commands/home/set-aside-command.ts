import { requireDatabase, setAside, setAsideQuestion } from '#app/home/set-aside.ts'
import type { CommandAnswer } from '#cli/program.ts'
import type { Session } from '#cli/session.ts'
import { asksInTerminal, type YesOption } from '#cli/terminal/confirmation.ts'

export const setAsideCommand = async (
  session: Session,
  options: YesOption,
  name = '',
): Promise<CommandAnswer> => {
  const home = session.home.path
  requireDatabase(home, name)
  const asks = asksInTerminal(session, options, { subject: 'Going on without a database' })
  await asks.confirm(setAsideQuestion(home, name))
  const aside = await setAside(home, [name])
  return {
    json: { home, database: name, set_aside: aside },
    text: `The next use of ${name} begins an empty one. What was left of it is in ${aside}.`,
  }
}
