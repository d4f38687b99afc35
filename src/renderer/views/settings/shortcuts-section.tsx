import { Kbd } from '@mantine/core'
import { Fragment } from 'react'
import { commandNames, commands, shortcutLabel, shortcutsOf } from '#shared/commands.ts'
import { isMac } from '#renderer/stores/commands.ts'
import { text } from '#renderer/text/en.ts'
import { Facts, Sheet } from '#renderer/ui/page.tsx'
import styles from './settings.module.css'

const words = text.settings.shortcuts

/** Every command that has a shortcut, from the table that the menu bar reads. */
export const ShortcutsSection = () => (
  <div className={styles['stack']}>
    <Sheet title={words.title}>
      <Facts
        entries={commandNames.map((name) => [
          commands[name].label,
          <span key={name} className={styles['inline']}>
            {shortcutsOf(name, isMac).map((keys, index) => (
              <Fragment key={keys}>
                {index > 0 && words.or}
                <Kbd>{shortcutLabel(keys, isMac)}</Kbd>
              </Fragment>
            ))}
          </span>,
        ])}
      />
    </Sheet>
  </div>
)
