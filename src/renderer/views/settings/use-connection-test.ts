import { useEffect, useRef, useState } from 'react'
import { errorInfoOf } from '#renderer/bridge.ts'

/** What trying something out has come to, in words. */
export type ConnectionTest =
  | { readonly state: 'none' | 'running' }
  | { readonly state: 'good' | 'bad'; readonly message: string }

/** @returns the trial and a function that starts it again; answers to an older one are dropped */
export const useConnectionTest = (work: () => Promise<string>) => {
  const [trial, setTrial] = useState<ConnectionTest>({ state: 'none' })
  const latest = useRef(0)
  useEffect(
    () => () => {
      latest.current += 1
    },
    [],
  )
  const start = async () => {
    const mine = (latest.current += 1)
    const end = (ended: ConnectionTest) => {
      if (mine === latest.current) setTrial(ended)
    }
    setTrial({ state: 'running' })
    try {
      end({ state: 'good', message: await work() })
    } catch (error) {
      const { code, message } = errorInfoOf(error)
      end(code === 'cancelled' ? { state: 'none' } : { state: 'bad', message })
    }
  }
  return { trial, start }
}
