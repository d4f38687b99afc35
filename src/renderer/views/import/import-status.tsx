import { Progress, Tooltip } from '@mantine/core'
import { numberText } from '#shared/format.ts'
import { useImports } from '#renderer/stores/imports.ts'
import { useNavigation } from '#renderer/stores/navigation.ts'
import { text } from '#renderer/text/en.ts'
import styles from './import.module.css'
import { overallOf } from './run/overall.ts'
import ui from '#renderer/ui/parts.module.css'

const words = text.importing.line

/** The running import in the sidebar: the run goes on wherever the user looks. */
export const ImportStatus = () => {
  const running = useImports((store) => store.jobs.find(({ isRunningHere }) => isRunningHere)?.id)
  const others = useImports(
    (store) => store.jobs.filter(({ isRunningHere }) => isRunningHere).length - 1,
  )
  // Text and a whole number: most of the ten events a second change neither.
  const shown = useImports((store) => {
    const stages = running === undefined ? undefined : store.progress[running]?.stages
    const { done, total, percent } = overallOf(stages ?? [])
    return `${numberText(done)}/${numberText(total)}/${percent}`
  })
  const go = useNavigation((store) => store.go)
  if (running === undefined) return null
  const [done = '0', total = '0', percent = '0'] = shown.split('/')
  return (
    <section aria-label={words.label}>
      <Tooltip label={words.hint}>
        <button
          type="button"
          className={styles['line']}
          onClick={() => go({ view: 'import', job: running })}
        >
          <span>{words.text(done, total)}</span>
          {others > 0 && <span className={ui['second']}>{words.more(others)}</span>}
          <Progress value={Number(percent)} size="sm" aria-hidden />
        </button>
      </Tooltip>
    </section>
  )
}
