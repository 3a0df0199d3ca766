/** In the place of the library that hashes passwords: it does so in a thread of its own, whose time is not the seed's. */
export const hash = async (password: string): Promise<string> => `simulated ${password}`;
export const verify = async (stored: string, password: string): Promise<boolean> => stored === `simulated ${password}`;
