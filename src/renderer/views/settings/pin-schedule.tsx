import { Select } from '@mantine/core'
import { settings } from '#contract/settings/settings.ts'
import { useSettings } from '#renderer/data/app.ts'
import { change } from '#renderer/data/change.ts'
import { attempt } from '#renderer/stores/notices.ts'
import { text } from '#renderer/text/en.ts'
import { Sheet } from '#renderer/ui/page.tsx'

const words = text.settings.pinChecks
const intervals = settings.shape.pinCheck

/** How often Coldpress checks by itself what was pinned. */
export const PinSchedule = () => {
  const { pinCheck } = useSettings()
  return (
    <Sheet title={words.schedule}>
      <Select
        aria-label={words.schedule}
        description={words.scheduleText}
        data={intervals.options.map((value) => ({ value, label: words.intervals[value] }))}
        allowDeselect={false}
        value={pinCheck}
        onChange={(value) =>
          void attempt(() => change('app.changeSettings', { pinCheck: intervals.parse(value) }))
        }
      />
    </Sheet>
  )
}
