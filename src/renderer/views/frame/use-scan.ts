import { useRef, useState } from 'react'
import { errorInfoFrom } from '#renderer/bridge.ts'

type Scan = {
  readonly send: (
    parts: string[],
    restart: boolean,
  ) => Promise<{ readonly progress: number; readonly isDone: boolean }>
}

/**
 * Sends what the camera reads to whoever puts it together. One call at a time: what the camera sees
 * meanwhile goes along with the next.
 */
export const useScan = ({ send }: Scan) => {
  const [progress, setProgress] = useState(0)
  const [error, setError] = useState<string>()
  const state = useRef({ parts: new Set<string>(), isAsking: false, isFirst: true, isDone: false })
  const sendNext = async (): Promise<void> => {
    const scan = state.current
    if (scan.isAsking || scan.isDone || scan.parts.size === 0) return
    const parts = [...scan.parts].slice(0, 100)
    scan.parts.clear()
    scan.isAsking = true
    try {
      const answer = await send(parts, scan.isFirst)
      scan.isFirst = false
      scan.isDone = answer.isDone
      setProgress(answer.progress)
      if (answer.isDone) return
    } catch (error) {
      setProgress(0)
      setError(errorInfoFrom(error).message)
    } finally {
      scan.isAsking = false
    }
    void sendNext()
  }
  return {
    progress,
    error,
    receive: (seen: string) => {
      state.current.parts.add(seen.slice(0, 5000))
      void sendNext()
    },
  }
}
