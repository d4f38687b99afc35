import { Box, Group, SegmentedControl, Switch } from '@mantine/core'
import { useRef, useState } from 'react'
import type { ImportDraft, PlannedTokenView } from '#contract/imports/draft-view.ts'
import type { ImageSettings } from '#contract/imports/image-settings.ts'
import { bytesText } from '#values/text/format.ts'
import { change } from '#renderer/data/change.ts'
import { pageAt, pageSize } from '#renderer/data/import-draft.ts'
import { usePreviewImage } from '#renderer/data/preview-image.ts'
import { useCall } from '#renderer/data/use-call.ts'
import { editDraft } from '#renderer/stores/imports.ts'
import { text } from '#renderer/text/en.ts'
import { Sheet } from '#renderer/ui/page.tsx'
import ui from '#renderer/ui/parts.module.css'
import { AppImage } from '#renderer/ui/token-image.tsx'
import styles from './details.module.css'
import { SettledNumber } from './settled-number.tsx'

const words = text.importing.draft.options

const firstLongest = 2_000
const formats = ['keep', 'png', 'webp', 'jpeg'] as const
const switches = ['square', 'withoutLocation'] as const
const colours = ['auto', 'srgb', 'keep'] as const

/** What the import makes of images, with one of them before and after. */
export const Images = ({
  draft,
  index,
}: {
  readonly draft: ImportDraft
  /** The place of the shown image among the rows. */
  readonly index: number
}) => {
  const { settings, set } = useSettings(draft)
  const { format, maxPixels } = settings
  const hasQuality = format !== 'png' && (format !== 'keep' || maxPixels !== null)
  return (
    <Sheet title={words.images}>
      <div className={ui['stack']}>
        <BeforeAndAfter draft={draft} index={index} />
        <Group gap="sm" align="flex-start">
          <Choice
            label={words.size}
            values={['keep', 'resize']}
            labels={words.sizes}
            value={maxPixels === null ? 'keep' : 'resize'}
            onChoose={(size) => set({ maxPixels: size === 'keep' ? null : firstLongest })}
          />
          {maxPixels !== null && (
            <SettledNumber
              label={words.longest}
              description={words.longestHint}
              value={maxPixels}
              min={16}
              max={16_384}
              onSettle={(longest) => set({ maxPixels: longest })}
            />
          )}
        </Group>
        <Group gap="sm" align="flex-start">
          <Choice
            label={words.format}
            values={formats}
            labels={words.formats}
            value={format}
            onChoose={(chosen) => set({ format: chosen })}
          />
          {hasQuality && (
            <SettledNumber
              label={words.quality}
              description={words.qualityHint}
              value={settings.quality}
              min={1}
              max={100}
              onSettle={(quality) => set({ quality })}
            />
          )}
        </Group>
        <Choice
          label={words.colours}
          values={colours}
          labels={words.colourChoices}
          value={settings.srgb === true ? 'srgb' : settings.keepsProfile === true ? 'keep' : 'auto'}
          onChoose={(choice) => set({ srgb: choice === 'srgb', keepsProfile: choice === 'keep' })}
        />
        {switches.map((name) => (
          <Switch
            key={name}
            label={words.switches[name].label}
            description={words.switches[name].hint}
            checked={settings[name] === true}
            onChange={(event) => void set({ [name]: event.currentTarget.checked })}
          />
        ))}
      </div>
    </Sheet>
  )
}

/** The settings as they were chosen last: the plan follows. */
const useSettings = (draft: ImportDraft) => {
  const [chosen, setChosen] = useState<Partial<ImageSettings>>()
  const latest = useRef(0)
  const set = async (part: Partial<ImageSettings>): Promise<void> => {
    latest.current += 1
    const own = latest.current
    setChosen((before) => ({ ...before, ...part }))
    await editDraft(({ id: draftId, settings }) =>
      change('imports.changeSettings', { draftId, settings: { ...settings, ...part } }),
    )
    if (latest.current === own) setChosen(undefined)
  }
  return { settings: { ...draft.settings, ...chosen }, set }
}

const Choice = <Value extends string>({
  label,
  values,
  labels,
  value,
  onChoose,
}: {
  readonly label: string
  readonly values: readonly Value[]
  readonly labels: Readonly<Record<Value, string>>
  readonly value: Value
  readonly onChoose: (value: Value) => unknown
}) => (
  <div>
    <Box mb={4} fz="sm" fw={500}>
      {label}
    </Box>
    <SegmentedControl
      aria-label={label}
      data={values.map((choice) => ({ value: choice, label: labels[choice] }))}
      value={value}
      onChange={(chosen) => void onChoose(chosen)}
    />
  </div>
)

const BeforeAndAfter = ({
  draft,
  index,
}: {
  readonly draft: ImportDraft
  readonly index: number
}) => {
  const { data } = useCall('imports.tokens', pageAt(draft.id, index))
  const token = data?.tokens[index % pageSize]
  if (token?.image.kind !== 'file') return null
  return (
    <div className={styles['pair']}>
      <Version draft={draft} token={token} source={token.image.name} isOriginal />
      <Version draft={draft} token={token} source={token.image.name} isOriginal={false} />
    </div>
  )
}

const Version = ({
  draft,
  token: { row, name },
  source,
  isOriginal,
}: {
  readonly draft: ImportDraft
  readonly token: PlannedTokenView
  readonly source: string
  readonly isOriginal: boolean
}) => {
  const wanted = isOriginal ? { row, isOriginal } : { row }
  const { data: made } = usePreviewImage(draft, wanted, source)
  const label = isOriginal ? words.before : words.after
  return (
    <figure aria-busy={made === undefined}>
      {made === undefined ? (
        <div className={styles['unmade']} />
      ) : (
        <AppImage url={made.url} alt={`${name}: ${label}`} />
      )}
      <figcaption className={ui['soft']}>
        {label}
        {made !== undefined && ` · ${sizeText(made)}`}
      </figcaption>
    </figure>
  )
}

const sizeText = ({
  bytes,
  width,
  height,
}: {
  readonly bytes: number
  readonly width: number | null
  readonly height: number | null
}): string =>
  [
    bytesText(bytes),
    ...(width === null || height === null
      ? []
      : [text.importing.draft.preview.pixels(width, height)]),
  ].join(' · ')
