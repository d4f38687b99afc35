import { useEffect, useState } from 'react'
import { stagesOf } from '#renderer/data/imports.ts'
import { text } from '#renderer/text/en.ts'
import { overallOf } from './overall.ts'
import ui from '#renderer/ui/parts.module.css'

const words = text.importing.run
const everyMs = 10_000

/** Tells a screen reader how far the run is, at most every ten seconds. */
export const Announcer = ({ job }: { readonly job: string }) => {
  const [line, setLine] = useState('')
  useEffect(() => {
    const timer = setInterval(() => {
      // Read here instead of listened to: the events come much more often.
      const stages = stagesOf(job)
      if (stages === undefined) return
      const { done, total, percent, secondsLeft } = overallOf(stages)
      setLine(words.spoken(done, total, percent, words.left(secondsLeft)))
    }, everyMs)
    return () => clearInterval(timer)
  }, [job])
  return (
    <div role="status" className={ui['unseen']}>
      {line}
    </div>
  )
}
