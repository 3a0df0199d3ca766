/** 维护结束了吗: the button of the page that stands while the server is under maintenance. */
import type { SystemStatusModels } from '../../protocol/calls.ts';
import type { Navigator } from '../navigation/index.ts';
import type { Platform } from '../platform/index.ts';
import { toast, ui } from './ui.ts';

/** True: it is over, and home is opened. False: it is not, which has been said. */
export async function leaveMaintenance(platform: Platform, navigator: Navigator): Promise<boolean> {
  const result = await platform.call<SystemStatusModels>('/api/SystemConfig/CheckSystemStatus', {}, { quiet: true });
  if (result.ok && !result.models.maintenance) {
    ui.maintenance = '';
    navigator.navigate('/', { replace: true });
    return true;
  }
  const why = result.ok ? result.models.message : result.msg;
  toast(why || '系统维护中，请稍后再来', { icon: 'fail' });
  return false;
}
