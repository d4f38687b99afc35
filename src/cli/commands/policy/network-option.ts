import { Option } from 'commander'
import { networks } from '#cardano/network.ts'

export const networkOption = (text: string): Option =>
  new Option('--network <network>', text).choices(networks)
