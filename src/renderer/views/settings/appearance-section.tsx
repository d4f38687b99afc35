import { SegmentedControl } from '@mantine/core'
import { useState } from 'react'
import { type Settings, settings } from '#contract/settings/settings.ts'
import { useSettings } from '#renderer/data/app.ts'
import { change } from '#renderer/data/change.ts'
import { attempt } from '#renderer/stores/notices.ts'
import { text } from '#renderer/text/en.ts'
import { Sheet } from '#renderer/ui/page.tsx'
import { Section } from './section.tsx'

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
    <Section>
      <Sheet
        title={words.label}
        hint={words.text}
        actions={
          <SegmentedControl
            aria-label={words.label}
            value={wanted ?? chosen}
            onChange={(value) => void choose(appearance.parse(value))}
            data={appearance.options.map((value) => ({ value, label: words.choices[value] }))}
          />
        }
      />
    </Section>
  )
}
