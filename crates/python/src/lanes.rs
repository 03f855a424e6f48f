//! The arrays between Python and the environment.

use crate::{
    code::Code,
    contacts,
    environment::{Lane, LaneError, Observation, Pool, Settings, Task, View},
    error::{BusyError, StateError, argument},
};
use lab::trace::Condition;
use numpy::{
    PyArray1, PyArrayDyn, PyArrayMethods, PyReadonlyArray1, PyReadwriteArray1, PyReadwriteArrayDyn,
    PyUntypedArrayMethods,
};
use pyo3::{prelude::*, types::PyBytes};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError, TryLockError};
use vcs::Input;

/// Consoles that play side by side. The classes of crownhead.gym use it.
#[pyclass(module = "crownhead", frozen)]
pub struct Lanes {
    pool: Mutex<Pool>,
    settings: Arc<Settings>,
    code: Arc<Code>,
}

impl Lanes {
    fn pool(&self) -> PyResult<MutexGuard<'_, Pool>> {
        match self.pool.try_lock() {
            Ok(pool) => Ok(pool),
            Err(TryLockError::Poisoned(poisoned)) => Ok(PoisonError::into_inner(poisoned)),
            Err(TryLockError::WouldBlock) => Err(BusyError::new_err(
                "the environment is in use by another thread; give each thread a separate one",
            )),
        }
    }

    fn lane_at<'a>(&self, pool: &'a Pool, lane: usize) -> PyResult<impl Slotted + 'a> {
        match lane < pool.lanes() {
            true => Ok(pool.slot(lane)),
            false => Err(argument(format!(
                "no lane {lane}; there are {}",
                pool.lanes()
            ))),
        }
    }
}

/// A slot that is locked.
trait Slotted: std::ops::DerefMut<Target = crate::environment::Slot> {}
impl<T: std::ops::DerefMut<Target = crate::environment::Slot>> Slotted for T {}

/// An expression that reads the machine.
fn expression(code: &Code, name: &str, text: Option<&str>) -> PyResult<Option<Condition>> {
    let Some(text) = text else {
        return Ok(None);
    };
    let reads = text.contains('[') || text.contains("frame");
    if !reads {
        return Err(argument(format!(
            "{name}: `{text}` reads no memory; a symbol is an address, so write [score] for the \
             byte at score"
        )));
    }
    let parsed = Condition::parse(text, &code.program.symbols);
    parsed
        .map(Some)
        .map_err(|error| argument(format!("{name}: {error}")))
}

fn view(name: &str) -> PyResult<View> {
    Ok(match name {
        "ram" => View::Ram,
        "index" => View::Index,
        "rgb" => View::Rgb,
        "gray" => View::Gray,
        "objects" => View::Objects,
        _ => {
            return Err(argument(format!(
                "obs is ram, index, rgb, gray or objects, not {name}"
            )));
        }
    })
}

fn commands(text: &str) -> PyResult<Input> {
    contacts::after(&Input::default(), text)
}

#[pymethods]
impl Lanes {
    #[new]
    #[pyo3(signature = (
        source, lanes, *, actions, start, obs, stack, lines, frame_skip, sticky, waits, reward,
        score, done, most_steps, threads, scheme
    ))]
    #[allow(clippy::too_many_arguments)]
    fn new(
        py: Python<'_>,
        source: &Bound<'_, PyAny>,
        lanes: usize,
        actions: Vec<String>,
        start: Vec<(String, u32)>,
        obs: &str,
        stack: usize,
        lines: Option<(usize, usize)>,
        frame_skip: u32,
        sticky: f64,
        waits: u32,
        reward: Option<&str>,
        score: Option<&str>,
        done: Option<&str>,
        most_steps: u64,
        threads: usize,
        scheme: Option<&str>,
    ) -> PyResult<Lanes> {
        let code = Code::of(source, scheme)?;
        let within = |name: &str, ok: bool, range: &str| match ok {
            true => Ok(()),
            false => Err(argument(format!("{name} must be {range}"))),
        };
        within("n", (1..=65_536).contains(&lanes), "1 to 65536")?;
        within("frame_skip", (1..=1000).contains(&frame_skip), "1 to 1000")?;
        within("stack", (1..=64).contains(&stack), "1 to 64")?;
        within("actions", !actions.is_empty(), "one or more")?;
        within(
            "repeat_action_probability",
            (0.0..1.0).contains(&sticky),
            "0 to below 1",
        )?;
        let lines = lines.map(|(from, to)| from..to);
        let fits = lines
            .as_ref()
            .is_none_or(|lines| lines.start < lines.end && lines.end <= 400);
        within("lines", fits, "(first, end), below 400")?;
        let start = start.into_iter();
        let start = start.map(|(text, frames)| Ok((commands(&text)?, frames)));
        let settings = Arc::new(Settings {
            cartridge: code.cartridge.clone(),
            start: start.collect::<PyResult<_>>()?,
            actions: actions
                .iter()
                .map(|text| commands(text))
                .collect::<PyResult<_>>()?,
            skip: frame_skip,
            sticky: (sticky * f64::from(u32::MAX)) as u32,
            waits,
            observation: Observation::new(view(obs)?, stack, lines),
            reward: expression(&code, "reward", reward)?,
            score: expression(&code, "score", score)?,
            done: expression(&code, "done", done)?,
            most_steps,
        });
        let all = py.detach(|| vec![Lane::new(settings.clone()); lanes]);
        let pool = Mutex::new(Pool::new(all, threads));
        Ok(Lanes {
            pool,
            settings,
            code,
        })
    }

    /// The shape of a lane's observation.
    #[getter]
    fn shape(&self) -> Vec<usize> {
        let observation = &self.settings.observation;
        let mut shape = observation.shape();
        if observation.stack > 1 {
            shape.insert(0, observation.stack);
        }
        shape
    }

    /// The number of lanes.
    fn __len__(&self) -> PyResult<usize> {
        Ok(self.pool()?.lanes())
    }

    /// Begins new episodes in the lanes whose mask is set.
    fn reset(
        &self,
        py: Python<'_>,
        seeds: PyReadonlyArray1<'_, u64>,
        mask: PyReadonlyArray1<'_, bool>,
    ) -> PyResult<()> {
        let mut pool = self.pool()?;
        let (seeds, mask) = (seeds.as_array(), mask.as_array());
        check(seeds.len(), pool.lanes(), "seeds")?;
        check(mask.len(), pool.lanes(), "masks")?;
        for lane in 0..pool.lanes() {
            pool.slot(lane).task = match mask[lane] {
                true => Task::Reset(seeds[lane]),
                false => Task::Rest,
            };
        }
        let pool = &mut *pool;
        py.detach(|| pool.round());
        Ok(())
    }

    /// Takes one action in each lane whose mask is set, and writes rewards and ends.
    #[allow(clippy::too_many_arguments)]
    fn step(
        &self,
        py: Python<'_>,
        actions: PyReadonlyArray1<'_, i64>,
        mask: PyReadonlyArray1<'_, bool>,
        seeds: PyReadonlyArray1<'_, u64>,
        mut rewards: PyReadwriteArray1<'_, f64>,
        mut terminated: PyReadwriteArray1<'_, bool>,
        mut truncated: PyReadwriteArray1<'_, bool>,
    ) -> PyResult<()> {
        let mut pool = self.pool()?;
        let lanes = pool.lanes();
        let (actions, mask, seeds) = (actions.as_array(), mask.as_array(), seeds.as_array());
        check(actions.len(), lanes, "actions")?;
        check(mask.len().min(seeds.len()), lanes, "masks")?;
        let known = self.settings.actions.len();
        for action in actions {
            if !usize::try_from(*action).is_ok_and(|action| action < known) {
                return Err(argument(format!("no action {action}; there are {known}")));
            }
        }
        for lane in 0..lanes {
            pool.slot(lane).task = match mask[lane] {
                true => Task::Step(actions[lane] as usize),
                false => Task::Reset(seeds[lane]),
            };
        }
        let pool = &mut *pool;
        py.detach(|| pool.round());
        let (mut rewards, mut terminated, mut truncated) = (
            rewards.as_array_mut(),
            terminated.as_array_mut(),
            truncated.as_array_mut(),
        );
        check(
            rewards.len().min(terminated.len()).min(truncated.len()),
            lanes,
            "results",
        )?;
        for lane in 0..lanes {
            let moment = pool.slot(lane).moment;
            rewards[lane] = moment.reward;
            terminated[lane] = moment.terminated;
            truncated[lane] = moment.truncated;
        }
        Ok(())
    }

    /// One action in the only lane: reward, terminated, truncated.
    fn step_one(&self, py: Python<'_>, action: i64) -> PyResult<(f64, bool, bool)> {
        let pool = self.pool()?;
        let known = self.settings.actions.len();
        let action = usize::try_from(action)
            .ok()
            .filter(|action| *action < known);
        let action =
            action.ok_or_else(|| argument(format!("the actions are 0 to {}", known - 1)))?;
        let slot = &mut *pool.slot(0);
        let moment = py.detach(|| slot.lane.step(action));
        Ok((moment.reward, moment.terminated, moment.truncated))
    }

    /// Writes the observations of all lanes, one after the other.
    fn observe(&self, mut out: PyReadwriteArrayDyn<'_, u8>) -> PyResult<()> {
        let pool = self.pool()?;
        let observation = &self.settings.observation;
        let size = observation.size() * observation.stack;
        let out = out
            .as_slice_mut()
            .map_err(|_| argument("the array is not contiguous"))?;
        check(out.len(), size * pool.lanes(), "bytes")?;
        for (lane, out) in out.chunks_mut(size).enumerate() {
            out.copy_from_slice(pool.slot(lane).lane.seen());
        }
        Ok(())
    }

    /// A lane as bytes.
    fn save<'py>(&self, py: Python<'py>, lane: usize) -> PyResult<Bound<'py, PyBytes>> {
        let pool = self.pool()?;
        let saved = self.lane_at(&pool, lane)?.lane.save();
        Ok(PyBytes::new(py, &saved))
    }

    /// Restores a lane.
    fn restore(&self, lane: usize, state: &[u8]) -> PyResult<()> {
        let pool = self.pool()?;
        let restored = self.lane_at(&pool, lane)?.lane.restore(state);
        restored.map_err(|error| match error {
            LaneError::Damaged => StateError::new_err(
                "this is not a state of a lane with these actions and observations; restore one \
                 that clone_state() of such an environment gave",
            ),
            LaneError::State(error) => StateError::new_err(error.to_string()),
        })
    }

    /// RAM of a lane: uint8 [128].
    fn ram<'py>(&self, py: Python<'py>, lane: usize) -> PyResult<Bound<'py, PyArray1<u8>>> {
        let pool = self.pool()?;
        let slot = self.lane_at(&pool, lane)?;
        Ok(PyArray1::from_slice(py, slot.lane.machine().ram()))
    }

    /// The state file of a lane's machine.
    fn machine<'py>(&self, py: Python<'py>, lane: usize) -> PyResult<Bound<'py, PyBytes>> {
        let pool = self.pool()?;
        let state = self.lane_at(&pool, lane)?.lane.machine().save();
        Ok(PyBytes::new(py, &state))
    }

    /// The picture of a lane: uint8 [210, 160, 3].
    fn picture<'py>(&self, py: Python<'py>, lane: usize) -> PyResult<Bound<'py, PyArrayDyn<u8>>> {
        let pool = self.pool()?;
        let slot = self.lane_at(&pool, lane)?;
        // The last frame may have been run without pixels.
        let mut machine = slot.lane.machine().clone();
        machine.frame();
        let rgb = Observation::new(View::Rgb, 1, None);
        let mut out = vec![0; rgb.size()];
        rgb.write(&machine, &[], &mut [], &mut out);
        let array = PyArray1::from_vec(py, out).reshape(rgb.shape())?;
        debug_assert_eq!(array.shape().len(), 3);
        Ok(array)
    }

    /// The value of a symbol.
    fn symbol(&self, name: &str) -> PyResult<u16> {
        self.code.symbol(name)
    }
}

fn check(have: usize, want: usize, what: &str) -> PyResult<()> {
    match have == want {
        true => Ok(()),
        false => Err(argument(format!("{have} {what} for {want}"))),
    }
}
