import { Radio, Stack } from '@mantine/core'
import { useState } from 'react'
import { type Settings, settings } from '#contract/settings/settings.ts'
import { useSettings } from '#renderer/data/app.ts'
import { change } from '#renderer/data/change.ts'
import { attempt } from '#renderer/stores/notices.ts'
import { text } from '#renderer/text/en.ts'
import { Sheet } from '#renderer/ui/page.tsx'
import styles from './settings.module.css'

const words = text.settings.appearance
const appearance = settings.shape.appearance

export const AppearanceSection = () => {
  const chosen = useSettings().appearance
  // The choice moves at the click; the window follows when it is saved, or the choice goes back.
  const [wanted, setWanted] = useState<Settings['appearance']>()
  const choose = async (choice: Settings['appearance']) => {
    setWanted(choice)
    await attempt(() => change('app.changeSettings', { appearance: choice }))
    setWanted(undefined)
  }
  return (
    <div className={styles['stack']}>
      <Sheet title={words.label}>
        <Radio.Group
          aria-label={words.label}
          description={words.text}
          value={wanted ?? chosen}
          onChange={(value) => void choose(appearance.parse(value))}
        >
          <Stack gap="sm" mt="sm">
            {appearance.options.map((option) => (
              <Radio
                key={option}
                value={option}
                label={words.choices[option]}
                description={words.hints[option]}
              />
            ))}
          </Stack>
        </Radio.Group>
      </Sheet>
    </div>
  )
}
