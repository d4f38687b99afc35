import { ActionIcon, Button, Group, SegmentedControl } from '@mantine/core'
import { useReducedMotion } from '@mantine/hooks'
import { ChevronLeft, ChevronRight, Pause, Play } from 'lucide-react'
import { useEffect, useMemo, useState } from 'react'
import { text } from '../text/en.ts'
import { QrCode } from './qr-code.tsx'
import { qrVersionFor } from './qr-path.ts'
import styles from './qr.module.css'
import ui from './parts.module.css'

const words = text.qr
const speeds = ['2', '5', '8']

/** Codes shown one after the other in a loop, until a camera has read enough of them. */
export const QrSequence = ({
  parts,
  label,
}: {
  /** Texts of the codes. */
  readonly parts: readonly string[]
  readonly label: string
}) => {
  const wantsStill = useReducedMotion()
  const [choice, setChoice] = useState<boolean>()
  const [speed, setSpeed] = useState('5')
  const [index, setIndex] = useState(0)
  const version = useMemo(() => qrVersionFor(parts), [parts])
  const plays = (choice ?? !wantsStill) && parts.length > 1
  useEffect(() => {
    if (!plays) return undefined
    const timer = setInterval(() => setIndex((before) => before + 1), 1000 / Number(speed))
    return () => clearInterval(timer)
  }, [plays, speed])

  const shown = parts.length === 0 ? 0 : ((index % parts.length) + parts.length) % parts.length
  const step = (by: number) => {
    setChoice(false)
    setIndex(shown + by)
  }
  return (
    <div className={styles['sequence']}>
      <QrCode text={parts[shown] ?? ''} label={label} version={version} />
      {parts.length > 1 && (
        <>
          <div className={`${ui['dimmed']} ${ui['number']}`}>
            {words.sequence(shown + 1, parts.length)}
          </div>
          <Group gap="xs">
            <ActionIcon
              variant="default"
              size="lg"
              aria-label={words.previous}
              onClick={() => step(-1)}
            >
              <ChevronLeft size={16} aria-hidden />
            </ActionIcon>
            <Button
              variant="default"
              leftSection={plays ? <Pause size={16} aria-hidden /> : <Play size={16} aria-hidden />}
              onClick={() => setChoice(!plays)}
            >
              {plays ? words.pause : words.play}
            </Button>
            <ActionIcon variant="default" size="lg" aria-label={words.next} onClick={() => step(1)}>
              <ChevronRight size={16} aria-hidden />
            </ActionIcon>
            <SegmentedControl
              aria-label={words.speed}
              size="xs"
              data={speeds}
              value={speed}
              onChange={setSpeed}
            />
          </Group>
          {wantsStill && choice === undefined && (
            <div className={styles['hint']}>{words.motion}</div>
          )}
        </>
      )}
    </div>
  )
}
