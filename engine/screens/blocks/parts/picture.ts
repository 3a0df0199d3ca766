import { type IconName, isIconName } from '../../kit/icon.tsx';
import { isSceneName, type SceneName } from '../../kit/scene.tsx';

/** The picture that a description names; `otherwise` where it names none that is drawn. */
export function pictureOf(name: string | undefined, otherwise: SceneName): SceneName | IconName {
  return isSceneName(name) || isIconName(name) ? name : otherwise;
}
