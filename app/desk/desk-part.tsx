/** The desk with what its pages stand on: the blocks of screens, the brand and the terms of the product. */
import '../../engine/screens/kit/kit.css';
import '../shell/shell.css';
import '../shell/bars.css';
import './desk.css';
import { type ReactNode, use } from 'react';
import { GENERIC_BLOCKS } from '../../engine/screens/blocks/register.ts';
import { registerBlocks } from '../../engine/screens/core/registry.ts';
import { applyBrand } from '../host/brand.ts';
import { fetchBoot } from '../host/fetch-boot.ts';
import { Desk } from './desk.tsx';
import type { DeskAppProps } from './main.tsx';
import { WaitPage } from './wait.tsx';

registerBlocks(GENERIC_BLOCKS);

const booting = fetchBoot().then(
  (boot) => {
    void applyBrand(boot.brand);
    return boot;
  },
  () => undefined,
);

export default function DeskPart({ start, onSecondStep }: DeskAppProps): ReactNode {
  const boot = use(booting);
  if (boot === undefined) return <WaitPage fault="无法连接服务器，请检查网络后重试" onAgain={() => location.reload()} />;
  return <Desk boot={boot} start={start} onSecondStep={onSecondStep} />;
}
