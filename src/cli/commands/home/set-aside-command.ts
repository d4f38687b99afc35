import { requireDatabase, setAside } from '#app/home/set-aside.ts'
import type { CommandAnswer } from '#cli/program.ts'
import type { Session } from '#cli/session.ts'
import { confirmByTyping } from '#cli/terminal/confirm-by-typing.ts'
import type { YesOption } from '#cli/terminal/confirmation.ts'

export const setAsideCommand = async (
  session: Session,
  options: YesOption,
  name = '',
): Promise<CommandAnswer> => {
  const home = session.home.path
  requireDatabase(home, name)
  await confirmByTyping(session, options, {
    what: 'Going on without a database',
    lines: [
      `The data folder ${home} goes on without ${name}: its next use begins an empty one. What it held is not shown, minted, sold or followed any more. What is left of it is kept in a folder beside. If there is a backup of the data folder, import that instead.`,
    ],
    word: 'go on',
  })
  const aside = await setAside(home, [name])
  return {
    json: { home, database: name, set_aside: aside },
    text: `The next use of ${name} begins an empty one. What was left of it is in ${aside}.`,
  }
}
